public import WireJSON

/// A message that FCM took.
public struct ReceivedMessage: Hashable, Sendable {
    /// Counted from 1.
    public var number: Int
    public var name: String
    public var device: String
    public var data: JSONObject
    public var isUrgent: Bool
    /// Until when it may be kept, since 1970; nil: four weeks, zero: try once.
    public var expiration: Duration?
    /// Since 1970, by the stand-in's clock.
    public var at: Duration

    var asMet: PhonePush {
        PhonePush(number: number, device: device, expiration: expiration, wantsReport: false)
    }

    var object: JSONObject {
        var object: JSONObject = [
            "number": .integer(Int64(number)), "name": .string(name), "device": .string(device),
            "data": .object(data), "urgent": .bool(isUrgent), "at_ms": .integer(at.wholeMilliseconds),
        ]
        if let expiration { object["expiration_ms"] = .integer(expiration.wholeMilliseconds) }
        return object
    }
}
