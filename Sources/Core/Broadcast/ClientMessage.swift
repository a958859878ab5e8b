public import WireJSON

/// A message of a client. Source: Pusher Channels protocol 7, “Client events”.
public enum ClientMessage: Hashable, Sendable {
    /// The client starts to listen to a channel.
    case subscribe(SubscribeRequest)
    /// The client stops listening to a channel.
    case unsubscribe(channel: String)
    /// The client signs in as a user, as the application signed it.
    case signIn(ChannelSignInRequest)
    /// The client checks the connection.
    case ping
    /// The client confirms the connection.
    case pong
    /// The client sends an event to the other listeners of a channel; the name begins with `client-`.
    case clientEvent(channel: String, event: String, data: JSONValue?)
    /// The message needs no answer.
    case ignored
}

/// A client's request to listen to a channel.
public struct SubscribeRequest: Hashable, Sendable {
    /// The name of the channel.
    public let channel: String
    /// `key:signature`, as the application signed it.
    public let auth: String?
    /// The client's user in a presence channel, exactly as it was signed.
    public let channelData: String?
    /// An extension: the version up to which the client knows the channel. It is sent the later events, and versions
    /// from then on. 0: it knows nothing.
    public let since: UInt64?

    public init(channel: String, auth: String? = nil, channelData: String? = nil, since: UInt64? = nil) {
        self.channel = channel
        self.auth = auth
        self.channelData = channelData
        self.since = since
    }

    /// The text that the application has to have signed; nil: the channel needs no signature.
    ///
    /// Source: Pusher Channels, “Authorizing users: auth signatures”.
    public func signedText(for socket: SocketID) -> String? {
        switch ChannelKind(channel: channel) {
        // A user's channel is open to the connections that signed in as that user.
        case .public, .user: nil
        case .private: "\(socket):\(channel)"
        case .presence: "\(socket):\(channel):\(channelData ?? "")"
        }
    }
}

/// A client's request to sign in as a user on this connection. Source: Pusher Channels, “User authentication”.
public struct ChannelSignInRequest: Hashable, Sendable {
    /// `key:signature`, as the application signed it.
    public let auth: String?
    /// The user, exactly as it was signed: JSON with at least an `id`.
    public let userData: String

    public init(auth: String?, userData: String) {
        self.auth = auth
        self.userData = userData
    }

    /// The text that the application has to have signed.
    public func signedText(for socket: SocketID) -> String { "\(socket)::user::\(userData)" }

    /// The user that the data names; nil: it names none.
    var user: String? {
        let id = (try? JSONParser.parse(text: userData))?.object?["id"]?.string
        return id.flatMap { ChannelName.isValid(ChannelName.ofSignedIn($0)) ? $0 : nil }
    }
}

/// Reads the messages of clients.
///
/// Clients differ: `data` may be an object or a string that holds one, a ping's may be missing.
/// Source: Pusher Channels protocol 7; pusher-js, pysher (observed).
public enum ClientMessageReader {
    private static let limits = JSONLimits(
        byteCountMax: BroadcastLimits.messageBytesMax, depthMax: 32, valueCountMax: 4_096)

    /// - Returns: nil if the bytes are no message: no JSON, no event name, or an unknown event of Pusher's.
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
        if event.hasPrefix("client-") { return clientEvent(event, object) }
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
        // A client whose faulty version was ignored would silently lose the events it missed.
        guard since == nil || known != nil else { return nil }
        return .subscribe(
            SubscribeRequest(
                channel: channel, auth: data["auth"]?.string, channelData: data["channel_data"]?.string, since: known))
    }

    private static func signIn(_ data: JSONObject) -> ClientMessage? {
        data["user_data"]?.string.map { .signIn(ChannelSignInRequest(auth: data["auth"]?.string, userData: $0)) }
    }

    private static func clientEvent(_ event: String, _ object: JSONObject) -> ClientMessage? {
        guard let channel = object["channel"]?.string, event.utf8.count <= BroadcastLimits.eventNameBytesMax else {
            return nil
        }
        return .clientEvent(channel: channel, event: event, data: object["data"])
    }
}
