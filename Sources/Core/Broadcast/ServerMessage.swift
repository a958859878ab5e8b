public import WireJSON

/// A message of the server. Source: Pusher Channels protocol 7; `snapshot` and versions are an extension.
public enum ServerMessage: Hashable, Sendable {
    /// The first message on a connection.
    case connectionEstablished(SocketID)
    case error(PusherError)
    case ping
    case pong
    /// The client listens from now on.
    case subscribed(channel: String, SubscriptionData)
    /// A published event; with its version for clients that asked for versions.
    case event(channel: String, ChannelEvent, isVersioned: Bool)
    /// The event of another client; in a presence channel with that client's user.
    case clientEvent(channel: String, event: String, data: JSONValue?, user: String?)
    /// The cache channel has no last event.
    case cacheMiss(channel: String)
    /// The missed events are forgotten. These are the newest events of each key instead.
    case snapshot(channel: String, version: UInt64, events: [ChannelEvent], isComplete: Bool)
    /// The connection is signed in as the user that the data names, exactly as it was signed.
    case signedIn(userData: String)
    case memberAdded(channel: String, PresenceMember)
    case memberRemoved(channel: String, user: String)
}

/// The data of the confirmation that a client listens.
public struct SubscriptionData: Hashable, Sendable {
    /// The members of a presence channel.
    public var roster: PresenceMembers?
    /// The version up to which the client knows everything, if it asked for versions.
    public var version: UInt64?
    /// How many missed events the client was sent, if it asked for them; nil: they are forgotten.
    public var replayed: Int?

    public init(roster: PresenceMembers? = nil, version: UInt64? = nil, replayed: Int? = nil) {
        self.roster = roster
        self.version = version
        self.replayed = replayed
    }
}

/// An error that a client is told of, in a `pusher:error` frame or as the code its socket is closed with.
///
/// 4000–4099: the client must not come back unchanged; 4100–4199: it comes back after a second or more; 4200–4299: it
/// comes back at once; from 4300: this one request was refused. Source: Pusher Channels protocol 7, “Error codes”.
public enum PusherError: UInt16, Hashable, Sendable, CaseIterable, Error {
    /// No application has this key.
    case noSuchApplication = 4001
    /// More connections, channels or members than the limits allow.
    case overLimit = 4004
    /// The signature is wrong or missing, or the channel is not the client's.
    case unauthorized = 4009
    /// The client does not read its messages fast enough.
    case slow = 4100
    /// A message that cannot be read, or that is not known.
    case invalidMessage = 4200
    /// The client was silent for too long.
    case silent = 4201
    /// The client's permit for a channel was revoked. Assumed: clients obey any code of this range.
    case revoked = 4203
    /// A client event was refused: there are too many, or none are allowed.
    case clientEventRefused = 4301

    /// The text that the client is sent with the code.
    public var message: String {
        switch self {
        case .noSuchApplication: "Application does not exist"
        case .overLimit: "Application is over its limit"
        case .unauthorized: "Connection is unauthorized"
        // on purpose: clients may compare the text
        case .slow: "Connection does not read what is sent"
        case .invalidMessage: "Invalid message format"
        case .silent: "Pong reply not received in time"
        case .revoked: "Permission was withdrawn"
        case .clientEventRefused: "Client event rejected"
        }
    }
}

/// Writes the messages to clients.
///
/// `data` is a string that holds JSON, so that the publisher alone decides on its content, and clients read all
/// messages alike.
public enum ServerMessageWriter {
    /// The message as UTF-8.
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
        case .subscribed(let channel, let data):
            envelope("pusher_internal:subscription_succeeded", channel: channel, data: data.json, to: &writer)
        case .event(let channel, let event, let isVersioned): write(event, of: channel, isVersioned, to: &writer)
        case .clientEvent(let channel, let event, let data, let user):
            write(event, data, of: channel, user, to: &writer)
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

    /// Writes an event of a channel without an object in between, because it is the most frequent message.
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

extension SubscriptionData {
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
