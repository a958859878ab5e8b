internal import WireJSON

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

    /// - Throws: `PublicationError`; then nothing of the batch is to be published.
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

    private static func figures(_ object: JSONObject) -> ChannelFigures {
        ChannelFigures(info: object["info"]?.string ?? "")
    }
}
