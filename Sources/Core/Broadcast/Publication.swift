internal import WireJSON

/// One event an application publishes, to one channel or to several.
public struct Publication: Hashable, Sendable {
    /// The event's name.
    public var event: String
    /// The event's data.
    public var data: String
    /// The names of the channels.
    public var channels: [String]
    /// The socket that is not sent the event, because its client knows it already.
    public var except: SocketID?
    /// An extension: the key of the state that the event tells. The newest event of each key is kept for clients that
    /// were away longer than the log lasts.
    public var key: String?
    /// Whether the event ends the state of its key.
    public var isLast: Bool
    /// An extension: a publication that is repeated under the same key within minutes is published once.
    public var idempotencyKey: String?

    public init(
        event: String, data: String, channels: [String], except: SocketID? = nil, key: String? = nil,
        isLast: Bool = false, idempotencyKey: String? = nil
    ) {
        self.event = event
        self.data = data
        self.channels = channels
        self.except = except
        self.key = key
        self.isLast = isLast
        self.idempotencyKey = idempotencyKey
    }
}

/// The body of a request to publish.
public struct PublicationRequest: Hashable, Sendable {
    /// The publications in order; only a batch has more than one.
    public var publications: [Publication]
    /// The figures that the answer gives for each publication's channels.
    public var wanted: [ChannelAttributes]
}

/// The figures of a channel that a request can ask for.
public struct ChannelAttributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// How many users are in a presence channel.
    public static let userCount = ChannelAttributes(rawValue: 1)
    /// How many sockets listen.
    public static let subscriptionCount = ChannelAttributes(rawValue: 2)
    /// The last event of a cache channel.
    public static let cache = ChannelAttributes(rawValue: 4)

    /// Reads `info=user_count,subscription_count,cache`; unknown words are ignored, as Pusher does.
    public init(info: some StringProtocol) {
        self = []
        for word in info.split(separator: ",") {
            switch word {
            case "user_count": insert(.userCount)
            case "subscription_count": insert(.subscriptionCount)
            case "cache": insert(.cache)
            default: break
            }
        }
    }
}

/// Reads the bodies of `POST …/events` and `POST …/batch_events`.
///
/// Source: Pusher Channels HTTP API, “POST event”, “POST batch of events”.
public enum PublicationReader {
    private static let limits = JSONLimits(
        byteCountMax: BroadcastLimits.messageBytesMax, depthMax: 16, valueCountMax: 4_096)

    /// - Throws: `PublicationError` naming the field and what would be right.
    public static func event(_ body: UnsafeRawBufferPointer) throws(PublicationError) -> PublicationRequest {
        let object = try object(body)
        let publication = try publication(object, at: "")
        return PublicationRequest(publications: [publication], wanted: [figures(object)])
    }

    /// - Throws: `PublicationError`; then no event of the batch may be published.
    public static func batch(_ body: UnsafeRawBufferPointer) throws(PublicationError) -> PublicationRequest {
        guard let batch = try object(body)["batch"]?.array else {
            throw PublicationError(.missing, "batch: must be a list of events")
        }
        guard batch.count <= BroadcastLimits.batchEventsMax else {
            throw PublicationError(.tooMany, "batch: at most \(BroadcastLimits.batchEventsMax) events")
        }
        var request = PublicationRequest(publications: [], wanted: [])
        for (index, element) in batch.enumerated() {
            guard let object = element.object else {
                throw PublicationError(.wrong, "batch[\(index)]: must be an object")
            }
            request.publications.append(try publication(object, at: "batch[\(index)]."))
            request.wanted.append(figures(object))
        }
        return request
    }

    private static func object(_ body: UnsafeRawBufferPointer) throws(PublicationError) -> JSONObject {
        guard let object = (try? JSONParser.parse(body, limits: limits))?.object else {
            throw PublicationError(.notJSON, "the body must be a JSON object")
        }
        return object
    }

    private static func publication(
        _ object: JSONObject, at place: String
    ) throws(PublicationError) -> Publication {
        let name = try text("name", of: object, at: place, bytesMax: BroadcastLimits.eventNameBytesMax)
        let data = try text("data", of: object, at: place, bytesMax: BroadcastLimits.dataBytesMax)
        guard let name, !name.isEmpty else { throw PublicationError(.missing, "\(place)name: is missing") }
        guard let data else { throw PublicationError(.missing, "\(place)data: is missing") }
        var publication = Publication(event: name, data: data, channels: try channels(object, at: place))
        if let socket = try text("socket_id", of: object, at: place, bytesMax: SocketID.bytesMax) {
            guard let id = SocketID(socket) else {
                throw PublicationError(.wrong, "\(place)socket_id: must be two numbers with a dot between")
            }
            publication.except = id
        }
        publication.key = try text("key", of: object, at: place, bytesMax: BroadcastLimits.keyBytesMax)
        publication.isLast = object["last"]?.bool ?? false
        publication.idempotencyKey = try text(
            "idempotency_key", of: object, at: place, bytesMax: BroadcastLimits.keyBytesMax)
        return publication
    }

    private static func channels(
        _ object: JSONObject, at place: String
    ) throws(PublicationError) -> [String] {
        let names: [JSONValue]
        if let list = object["channels"]?.array {
            names = list
        } else if let one = object["channel"] {
            names = [one]
        } else {
            throw PublicationError(.missing, "\(place)channels: is missing")
        }
        guard !names.isEmpty, names.count <= BroadcastLimits.channelsOfEventMax else {
            throw PublicationError(
                .tooMany, "\(place)channels: one to \(BroadcastLimits.channelsOfEventMax) of them")
        }
        var channels: [String] = []
        for name in names {
            guard let name = name.string, ChannelName.isValid(name) else {
                throw PublicationError(
                    .wrong,
                    "\(place)channels: a name has up to \(ChannelName.bytesMax) letters, digits and _-=@,.;")
            }
            channels.append(name)
        }
        return channels
    }

    private static func text(
        _ key: String, of object: JSONObject, at place: String, bytesMax: Int
    ) throws(PublicationError) -> String? {
        guard let value = object[key], value != .null else { return nil }
        guard let text = value.string else { throw PublicationError(.wrong, "\(place)\(key): must be a string") }
        guard text.utf8.count <= bytesMax else {
            throw PublicationError(.tooLarge, "\(place)\(key): at most \(bytesMax) bytes")
        }
        return text
    }

    private static func figures(_ object: JSONObject) -> ChannelAttributes {
        ChannelAttributes(info: object["info"]?.string ?? "")
    }
}

/// Why a request to publish is refused.
public struct PublicationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Hashable, Sendable {
        case notJSON
        case missing
        case wrong
        case tooLarge
        case tooMany
    }

    /// The kind of fault.
    public let code: Code
    /// The fault and its remedy. It holds no content of the request.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

/// The idempotency keys of the last minutes, so that a repeated publication is published once.
struct RecentPublications: Sendable {
    private struct Entry {
        var key: String
        var time: Duration
    }

    private var keys: Set<String> = []
    private var entries: [Entry] = []
    private var head = 0

    /// Notes a key. Returns whether it was new.
    mutating func isNew(_ key: String, at now: Duration, within limits: BroadcastLimits) -> Bool {
        while head < entries.count,
            entries.count - head >= limits.publicationsMax || now - entries[head].time > limits.publicationAgeMax
        {
            keys.remove(entries[head].key)
            head += 1
        }
        if head * 2 > entries.count {
            entries.removeFirst(head)
            head = 0
        }
        guard keys.insert(key).inserted else { return false }
        entries.append(Entry(key: key, time: now))
        return true
    }
}
