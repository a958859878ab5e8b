internal import WireJSON

/// Writes what clients are sent.
///
/// `data` is a string that holds JSON: whoever publishes decides what is in it, and no client has to be told which.
public enum ServerMessageWriter {
    public static func bytes(of message: ServerMessage) -> [UInt8] {
        var writer = JSONWriter(reserving: 256)
        write(message, to: &writer)
        return writer.bytes
    }

    private static func write(_ message: ServerMessage, to writer: inout JSONWriter) {
        switch message {
        case .connectionEstablished(let socket):
            envelope(
                "pusher:connection_established",
                data: [
                    "socket_id": .string(socket.description),
                    "activity_timeout": .integer(Int64(BroadcastLimits.activityTimeoutSeconds)),
                ], to: &writer)
        case .error(let error):
            envelope(
                "pusher:error",
                data: ["code": .integer(Int64(error.rawValue)), "message": .string(error.message)], to: &writer)
        case .ping: writer.write(raw: #"{"event":"pusher:ping","data":"{}"}"#)
        case .pong: writer.write(raw: #"{"event":"pusher:pong","data":"{}"}"#)
        case .subscribed(let channel, let news):
            envelope("pusher_internal:subscription_succeeded", channel: channel, data: news.json, to: &writer)
        case .event(let channel, let event, let isVersioned): write(event, of: channel, isVersioned, to: &writer)
        case .whisper(let channel, let event, let data, let user): write(event, data, of: channel, user, to: &writer)
        case .cacheMiss(let channel):
            writer.write(["event": "pusher:cache_miss", "channel": .string(channel)] as JSONObject)
        case .snapshot(let channel, let version, let events, let isComplete):
            envelope(
                "carillon:snapshot", channel: channel,
                data: [
                    "version": .integer(Int64(clamping: version)), "complete": .bool(isComplete),
                    "events": .array(events.map(\.json)),
                ], to: &writer)
        case .signedIn(let userData):
            envelope("pusher:signin_success", data: ["user_data": .string(userData)], to: &writer)
        case .memberAdded(let channel, let member):
            envelope("pusher_internal:member_added", channel: channel, data: member.json, to: &writer)
        case .memberRemoved(let channel, let user):
            envelope(
                "pusher_internal:member_removed", channel: channel, data: ["user_id": .string(user)], to: &writer)
        }
    }

    private static func envelope(
        _ event: String, channel: String? = nil, data: JSONObject, to writer: inout JSONWriter
    ) {
        var object: JSONObject = ["event": .string(event)]
        object["channel"] = channel.map { .string($0) }
        object["data"] = .string(data.jsonText)
        writer.write(object)
    }

    /// The one that is written most.
    private static func write(
        _ event: ChannelEvent, of channel: String, _ isVersioned: Bool, to writer: inout JSONWriter
    ) {
        writer.write(raw: #"{"event":"#)
        writer.write(event.name)
        writer.write(raw: #","channel":"#)
        writer.write(channel)
        writer.write(raw: #","data":"#)
        writer.write(event.data)
        if isVersioned {
            writer.write(raw: #","version":"#)
            writer.write(Int64(clamping: event.version))
        }
        writer.write(raw: "}")
    }

    private static func write(
        _ event: String, _ data: JSONValue?, of channel: String, _ user: String?, to writer: inout JSONWriter
    ) {
        var object: JSONObject = ["event": .string(event), "channel": .string(channel)]
        object["data"] = data
        object["user_id"] = user.map { .string($0) }
        writer.write(object)
    }
}

extension SubscriptionNews {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if let roster {
            let members = roster.members
            object["presence"] = [
                "count": .integer(Int64(members.count)), "ids": .array(members.map { .string($0.user) }),
                "hash": .object(JSONObject(members.map { ($0.user, $0.info ?? .null) })),
            ]
        }
        object["version"] = version.map { .integer(Int64(clamping: $0)) }
        guard version != nil else { return object }
        object["replayed"] = replayed.map { .integer(Int64($0)) } ?? .null
        return object
    }
}

extension ChannelEvent {
    fileprivate var json: JSONValue {
        ["event": .string(name), "data": .string(data), "version": .integer(Int64(clamping: version))]
    }
}

extension PresenceMember {
    fileprivate var json: JSONObject {
        var object: JSONObject = ["user_id": .string(user)]
        object["user_info"] = info
        return object
    }
}
