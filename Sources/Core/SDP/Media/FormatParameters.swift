/// An `a=fmtp` line (RFC 8866 §6.15).
public struct FormatParameters: Hashable, Sendable {
    /// 0…127.
    public var payloadType: UInt8
    /// Everything after the number, as written.
    public var text: String

    public init(payloadType: UInt8, text: String) {
        self.payloadType = payloadType
        self.text = text
    }

    /// Reads the value of an `a=fmtp` line.
    public init?(parsing value: String) {
        let read = value.reading { bytes in Self.payloadType(in: bytes).map { ($0.number, $0.rest.text) } }
        guard let (payloadType, text) = read else { return nil }
        self.init(payloadType: payloadType, text: text)
    }

    /// The number at the beginning of such a value, and everything after it.
    static func payloadType(in value: SDPBytes) -> (number: UInt8, rest: SDPBytes)? {
        var fields = FieldReader(value)
        guard let first = fields.next(), let number = UInt8(decimal: first), number < 128 else { return nil }
        return (number, fields.rest)
    }

    /// The value of a `name=value` parameter; names do not mind case.
    public func value(of name: String) -> String? {
        for item in text.utf8.split(separator: 0x3B) {
            let parts = item.split(separator: 0x3D, maxSplits: 1).map { Substring($0).fields().first ?? "" }
            if parts.count == 2, parts[0].equalsIgnoringCase(name) { return String(parts[1]) }
        }
        return nil
    }
}
