/// What the headers of a notification ask for, checked in the order Apple checks them.
struct APNsInstructions: Hashable, Sendable {
    static let collapseByteCountMax = 64
    private static let topicByteCountMax = 255
    /// Those whose repetition is refused.
    private static let single = [
        "authorization", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-id",
        "apns-collapse-id",
    ]

    var topic: String
    var pushType: APNsPushType
    var priority: Int
    /// Until when it may be kept, since 1970; nil: none was said, zero: try once.
    var expiration: Duration?
    var collapseID: String?

    static func refuseDuplicates(in request: APNsRequest) throws(APNsRefusal) {
        for name in single where request.headers.count(where: { $0.name == name }) > 1 {
            throw APNsRefusal(.duplicateHeaders)
        }
    }

    init(_ request: APNsRequest) throws(APNsRefusal) {
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

    private static func topic(_ request: APNsRequest) throws(APNsRefusal) -> String {
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

    /// Without the header a notification counts as an alert.
    private static func pushType(_ request: APNsRequest, topic: String) throws(APNsRefusal) -> APNsPushType {
        guard let type = APNsPushType(rawValue: request.header("apns-push-type") ?? "alert"), type.fits(topic: topic)
        else { throw APNsRefusal(.invalidPushType) }
        return type
    }

    /// Ten where nothing is said. What only wakes an app in the background may not be urgent.
    private static func priority(
        _ request: APNsRequest, _ type: APNsPushType
    ) throws(APNsRefusal) -> Int {
        guard let text = request.header("apns-priority") else { return type == .background ? 5 : 10 }
        guard let priority = Int(text), [1, 5, 10].contains(priority), type != .background || priority < 10 else {
            throw APNsRefusal(.badPriority)
        }
        return priority
    }

    private static func expiration(_ request: APNsRequest) throws(APNsRefusal) -> Duration? {
        guard let text = request.header("apns-expiration") else { return nil }
        guard let seconds = UInt32(text) else { throw APNsRefusal(.badExpirationDate) }
        return .seconds(Int64(seconds))
    }

    /// 8-4-4-4-12 hexadecimal digits in lower case.
    static func isCanonicalUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.indices.allSatisfy { index in
            [8, 13, 18, 23].contains(index)
                ? bytes[index] == UInt8(ascii: "-")
                : isDigit(bytes[index]) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= bytes[index]
        }
    }

    /// Whether a device token is written as one: hexadecimal, whole bytes, 32 to 100 of them.
    ///
    /// 32 is what every device gives today; Apple says not to count on it.
    static func isDeviceToken(_ text: Substring) -> Bool {
        64...200 ~= text.utf8.count && text.utf8.count % 2 == 0
            && text.utf8.allSatisfy { byte in
                isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
