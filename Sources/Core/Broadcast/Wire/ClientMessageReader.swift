internal import WireJSON

/// Reads what clients send.
///
/// Clients differ: `data` may be an object or a string that holds one, a ping's may be missing.
/// Source: Pusher Channels protocol 7; pusher-js, pysher (observed).
public enum ClientMessageReader {
    private static let limits = JSONLimits(
        byteCountMax: BroadcastLimits.messageBytesMax, depthMax: 32, valueCountMax: 4_096)

    /// - Returns: nil when it is no message: not JSON, no event name, or an event of Pusher's that is not known.
    public static func read(_ bytes: UnsafeRawBufferPointer) -> ClientMessage? {
        guard let object = (try? JSONParser.parse(bytes, limits: limits))?.object,
            let event = object["event"]?.string
        else { return nil }
        switch event {
        case "pusher:ping": return .ping
        case "pusher:pong": return .pong
        case "pusher:subscribe": return data(of: object).flatMap { subscribe($0) }
        case "pusher:signin": return data(of: object).flatMap { signIn($0) }
        case "pusher:unsubscribe":
            return data(of: object)?["channel"]?.string.map { .unsubscribe(channel: $0) }
        default: break
        }
        if event.hasPrefix("client-") { return whisper(event, object) }
        return event.hasPrefix("pusher:") ? nil : .ignored
    }

    private static func data(of object: JSONObject) -> JSONObject? {
        guard let data = object["data"] else { return nil }
        guard let text = data.string else { return data.object }
        return (try? JSONParser.parse(text: text, limits: limits))?.object
    }

    private static func subscribe(_ data: JSONObject) -> ClientMessage? {
        guard let channel = data["channel"]?.string else { return nil }
        let since = data["since"]
        let known = since?.integer.flatMap { UInt64(exactly: $0) }
        // A version that is none would silently cost the client what it missed.
        guard since == nil || known != nil else { return nil }
        return .subscribe(
            SubscribeRequest(
                channel: channel, auth: data["auth"]?.string, channelData: data["channel_data"]?.string, since: known))
    }

    private static func signIn(_ data: JSONObject) -> ClientMessage? {
        data["user_data"]?.string.map { .signIn(SignInRequest(auth: data["auth"]?.string, userData: $0)) }
    }

    private static func whisper(_ event: String, _ object: JSONObject) -> ClientMessage? {
        guard let channel = object["channel"]?.string, event.utf8.count <= BroadcastLimits.eventNameBytesMax else {
            return nil
        }
        return .whisper(channel: channel, event: event, data: object["data"])
    }
}
