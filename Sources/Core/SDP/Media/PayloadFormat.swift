/// What a payload number stands for: an `a=rtpmap` line, or a static assignment (RFC 8866 §6.6, RFC 3551 §6).
public struct PayloadFormat: Hashable, Sendable {
    /// 0…127.
    public var payloadType: UInt8
    /// As written, such as `opus`, `PCMU` or `telephone-event`; compare with `isNamed`.
    public var encoding: String
    /// In hertz.
    public var clockRate: UInt32
    /// nil where it is not written, which means 1.
    public var channels: Int?

    public init(payloadType: UInt8, encoding: String, clockRate: UInt32, channels: Int? = nil) {
        self.payloadType = payloadType
        self.encoding = encoding
        self.clockRate = clockRate
        self.channels = channels
    }

    /// Reads the value of an `a=rtpmap` line.
    public init?(parsing value: String) {
        guard let format = value.reading({ PayloadFormat(parsing: $0) }) else { return nil }
        self = format
    }

    init?(parsing value: SDPBytes) {
        var fields = FieldReader(value)
        guard let number = fields.next(), let meaning = fields.next(), fields.next() == nil,
            let payloadType = UInt8(decimal: number), payloadType < 128
        else { return nil }
        let (encoding, rates) = meaning.cut(at: 0x2F)
        guard let (rate, channels) = rates?.cut(at: 0x2F), !encoding.isEmpty, encoding.isVisibleASCII,
            let clockRate = UInt32(decimal: rate), clockRate > 0
        else { return nil }
        let count = channels.map { UInt8(decimal: $0) ?? 0 }
        guard count != 0 else { return nil }
        self.init(
            payloadType: payloadType, encoding: encoding.text, clockRate: clockRate, channels: count.map { Int($0) })
    }

    /// Encoding names do not mind case (RFC 4855 §3).
    public func isNamed(_ name: String) -> Bool { encoding.equalsIgnoringCase(name) }

    /// The value of the `a=rtpmap` line.
    public var text: String {
        let name = "\(payloadType) \(encoding)/\(clockRate)"
        return channels.map { "\(name)/\($0)" } ?? name
    }

    /// The audio formats that need no `a=rtpmap` and that we know (RFC 3551 §6).
    static func statically(assigned payloadType: UInt8) -> PayloadFormat? {
        switch payloadType {
        case 0: PayloadFormat(payloadType: 0, encoding: "PCMU", clockRate: 8_000)
        case 8: PayloadFormat(payloadType: 8, encoding: "PCMA", clockRate: 8_000)
        case 9: PayloadFormat(payloadType: 9, encoding: "G722", clockRate: 8_000)
        case 13: PayloadFormat(payloadType: 13, encoding: "CN", clockRate: 8_000)
        default: nil
        }
    }
}
