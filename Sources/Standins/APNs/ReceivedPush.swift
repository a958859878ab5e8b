/// A push that APNs took.
public struct ReceivedPush: Hashable, Sendable {
    /// Counted from 1.
    public var number: Int
    /// Hexadecimal, lower case.
    public var device: String
    public var topic: String
    public var pushType: APNsPushType
    public var priority: Int
    /// Since 1970; nil: none was said, zero: try once.
    public var expiration: Duration?
    public var id: String
    public var collapseID: String?
    public var payload: [UInt8]
    /// When it was taken, since 1970 by the stand-in's clock.
    public var at: Duration
    /// Which connection it came over, counted from 1.
    public var connection: Int
    /// The `kid` that signed.
    public var keyID: String

    /// The payload as text, for looking at.
    public var payloadText: String { String(decoding: payload, as: UTF8.self) }

    var asMet: PhonePush {
        PhonePush(number: number, device: device, expiration: expiration, wantsReport: pushType == .voip)
    }
}
