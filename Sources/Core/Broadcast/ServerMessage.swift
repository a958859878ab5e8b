public import WireJSON

/// What the server says. Source: Pusher Channels protocol 7; `snapshot` and versions are an extension.
public enum ServerMessage: Hashable, Sendable {
    /// The first a client is told.
    case connectionEstablished(SocketID)
    case error(PusherError)
    case ping
    case pong
    /// The client listens from now on.
    case subscribed(channel: String, SubscriptionNews)
    /// An event that was published; with its version for whoever asked for versions.
    case event(channel: String, ChannelEvent, isVersioned: Bool)
    /// Another client's own event; in a presence channel with who it is.
    case whisper(channel: String, event: String, data: JSONValue?, user: String?)
    /// The cache channel has no last event.
    case cacheMiss(channel: String)
    /// What was missed is forgotten; this is what is left of it: the present state of what the channel tells of.
    case snapshot(channel: String, version: UInt64, events: [ChannelEvent], isComplete: Bool)
    /// The connection is taken for the user that this names, as it was signed.
    case signedIn(userData: String)
    case memberAdded(channel: String, PresenceMember)
    case memberRemoved(channel: String, user: String)
}

/// What goes with the word that a client listens.
public struct SubscriptionNews: Hashable, Sendable {
    /// Who is there, in a presence channel.
    public var roster: PresenceRoster?
    /// Up to where the client knows everything, if it asked for versions.
    public var version: UInt64?
    /// How many events it was given, if it asked for what it missed; nil: what it missed is forgotten.
    public var replayed: Int?

    public init(roster: PresenceRoster? = nil, version: UInt64? = nil, replayed: Int? = nil) {
        self.roster = roster
        self.version = version
        self.replayed = replayed
    }
}

/// What a client is told went wrong, in a `pusher:error` frame or as the code its socket is closed with.
///
/// 4000–4099: do not come back unchanged; 4100–4199: come back after a second or more; 4200–4299: come back at once;
/// from 4300: this one thing was refused. Source: Pusher Channels protocol 7, “Error codes”.
public enum PusherError: UInt16, Hashable, Sendable, CaseIterable, Error {
    /// No application has this key.
    case noSuchApplication = 4001
    /// More connections, channels or members than there may be.
    case overLimit = 4004
    /// The signature is wrong or missing, or the channel is not the client's.
    case unauthorized = 4009
    /// The client does not read what it is sent.
    case slow = 4100
    /// A message that cannot be read, or that is not known.
    case invalidMessage = 4200
    /// Nothing was heard of the client.
    case silent = 4201
    /// The client was let into a channel that is no longer its user's. Assumed: any code of this range is obeyed.
    case revoked = 4203
    /// An event of the client's own was refused: there are too many, or none are allowed.
    case clientEventRefused = 4301

    public var message: String {
        switch self {
        case .noSuchApplication: "Application does not exist"
        case .overLimit: "Application is over its limit"
        case .unauthorized: "Connection is unauthorized"
        case .slow: "Connection does not read what is sent"
        case .invalidMessage: "Invalid message format"
        case .silent: "Pong reply not received in time"
        case .revoked: "Permission was withdrawn"
        case .clientEventRefused: "Client event rejected"
        }
    }
}

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
