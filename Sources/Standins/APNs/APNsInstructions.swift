/// The instructions in the headers of a notification, checked in Apple's order.
struct APNsInstructions: Hashable, Sendable {
    static let collapseByteCountMax = 64
    private static let topicByteCountMax = 255
    /// The headers that may not be repeated.
    private static let single = [
        "authorization", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-id",
        "apns-collapse-id",
    ]

    var topic: String
    var pushType: APNsStandinPushType
    var priority: Int
    /// The expiration since 1970; nil if none was stated, zero to try once.
    var expiration: Duration?
    var collapseID: String?

    static func refuseDuplicates(in request: APNsStandinRequest) throws(APNsRefusal) {
        for name in single where request.headers.count(where: { $0.name == name }) > 1 {
            throw APNsRefusal(.duplicateHeaders)
        }
    }

    init(_ request: APNsStandinRequest) throws(APNsRefusal) {
        topic = try Self.topic(request)
        pushType = try Self.pushType(request, topic: topic)
        priority = try Self.priority(request, pushType)
        expiration = try Self.expiration(request)
        if let id = request.header("apns-id"), !Self.isCanonicalUUID(id) { throw APNsRefusal(.badMessageID) }
        collapseID = request.header("apns-collapse-id")
        if let collapseID, collapseID.isEmpty || collapseID.utf8.count > Self.collapseByteCountMax {
            throw APNsRefusal(.badCollapseID)
        }
    }

    private static func topic(_ request: APNsStandinRequest) throws(APNsRefusal) -> String {
        guard let topic = request.header("apns-topic"), !topic.isEmpty else { throw APNsRefusal(.missingTopic) }
        let isWritten = topic.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isWritten, topic.utf8.count <= topicByteCountMax else { throw APNsRefusal(.badTopic) }
        return topic
    }

    /// Reads the push type; a notification without the header counts as an alert.
    private static func pushType(_ request: APNsStandinRequest, topic: String) throws(APNsRefusal)
        -> APNsStandinPushType
    {
        guard let type = APNsStandinPushType(rawValue: request.header("apns-push-type") ?? "alert"),
            type.fits(topic: topic)
        else { throw APNsRefusal(.invalidPushType) }
        return type
    }

    /// Reads the priority; the default is 10, or 5 for `background`, which may not have 10.
    private static func priority(
        _ request: APNsStandinRequest, _ type: APNsStandinPushType
    ) throws(APNsRefusal) -> Int {
        guard let text = request.header("apns-priority") else { return type == .background ? 5 : 10 }
        guard let priority = Int(text), [1, 5, 10].contains(priority), type != .background || priority < 10 else {
            throw APNsRefusal(.badPriority)
        }
        return priority
    }

    private static func expiration(_ request: APNsStandinRequest) throws(APNsRefusal) -> Duration? {
        guard let text = request.header("apns-expiration") else { return nil }
        guard let seconds = UInt32(text) else { throw APNsRefusal(.badExpirationDate) }
        return .seconds(Int64(seconds))
    }

    /// Whether a text has the form 8-4-4-4-12 of hexadecimal digits in lower case.
    static func isCanonicalUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index)
                ? bytes[index] == UInt8(ascii: "-")
                : isDigit(bytes[index]) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= bytes[index]
        }
    }

    /// Whether a text has the form of a device token: 32 to 100 bytes in hexadecimal.
    ///
    /// Every device has 32 bytes today, but Apple advises not to rely on it.
    static func isDeviceToken(_ text: Substring) -> Bool {
        64...200 ~= text.utf8.count && text.utf8.count % 2 == 0
            && text.utf8.allSatisfy { byte in
                isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}

/// The value of `apns-push-type`.
public enum APNsStandinPushType: String, Hashable, Sendable, CaseIterable {
    case alert, background, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk, widgets

    /// The suffix of a topic of this type after the bundle identifier; nil if it has none.
    var topicSuffix: String? {
        switch self {
        case .alert, .background, .mdm: nil
        case .location: ".location-query"
        case .voip: ".voip"
        case .complication: ".complication"
        case .fileprovider: ".pushkit.fileprovider"
        case .liveactivity: ".push-type.liveactivity"
        case .pushtotalk: ".voip-ptt"
        case .widgets: ".push-type.widgets"
        }
    }

    /// Whether a topic is valid for this type: it has the type's suffix, or no type's suffix if this type has none.
    func fits(topic: String) -> Bool {
        let endings = Self.allCases.compactMap(\.topicSuffix)
        guard let topicSuffix else { return !endings.contains { topic.hasSuffix($0) } }
        return topic.hasSuffix(topicSuffix)
    }

    /// The largest payload in bytes. Source: Apple, "Generating a remote notification".
    var payloadByteCountMax: Int { self == .voip ? 5_120 : 4_096 }
}

/// One complete HTTP/2 request.
public struct APNsStandinRequest: Hashable, Sendable {
    /// The pseudo header `:method`; APNs accepts `POST` alone.
    public var method: String
    /// The pseudo header `:path`: `/3/device/` and the device token.
    public var path: String
    /// The headers in the order received, with names in lower case, without pseudo headers.
    public var headers: [APNsHeader]
    /// The body as received; a push has JSON in it.
    public var body: [UInt8]
    /// The identifier used if the request has none.
    public var freshID: String

    public init(method: String, path: String, headers: [APNsHeader], body: [UInt8], freshID: String) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
        self.freshID = freshID
    }

    /// The first value of a header.
    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The text after `/3/device/`; nil for another path.
    var device: Substring? {
        let prefix = "/3/device/"
        guard path.hasPrefix(prefix) else {
            return path == "/3/device" ? "" : nil
        }
        return path.dropFirst(prefix.count)
    }
}

/// One header of a request.
public struct APNsHeader: Hashable, Sendable {
    /// The name in lower case.
    public var name: String
    /// The value as received.
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
