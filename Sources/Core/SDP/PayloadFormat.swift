/// The meaning of a payload number: an `a=rtpmap` line, or a static assignment (RFC 8866 §6.6, RFC 3551 §6).
public struct PayloadFormat: Hashable, Sendable {
    /// 0…127.
    public var payloadType: UInt8
    /// The encoding name as written, such as `opus`, `PCMU` or `telephone-event`; compare it with `isNamed`.
    public var encoding: String
    /// The clock rate in hertz.
    public var clockRate: UInt32
    /// The number of channels; nil if it is not written, which means 1.
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

    /// Whether the encoding has a name, regardless of case (RFC 4855 §3).
    public func isNamed(_ name: String) -> Bool { encoding.equalsIgnoringCase(name) }

    /// The value of the `a=rtpmap` line.
    public var text: String {
        let name = "\(payloadType) \(encoding)/\(clockRate)"
        return channels.map { "\(name)/\($0)" } ?? name
    }

    /// The audio formats that need no `a=rtpmap` and that this code knows (RFC 3551 §6).
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

    /// The number at the beginning of such a value, and the rest.
    static func payloadType(in value: SDPBytes) -> (number: UInt8, rest: SDPBytes)? {
        var fields = FieldReader(value)
        guard let first = fields.next(), let number = UInt8(decimal: first), number < 128 else { return nil }
        return (number, fields.rest)
    }

    /// The value of a `name=value` parameter. The case of names does not matter.
    public func value(of name: String) -> String? {
        for item in text.utf8.split(separator: 0x3B) {
            let parts = item.split(separator: 0x3D, maxSplits: 1).map { Substring($0).fields().first ?? "" }
            if parts.count == 2, parts[0].equalsIgnoringCase(name) { return String(parts[1]) }
        }
        return nil
    }
}

extension MediaSection {
    /// Whether the formats are RTP payload numbers.
    public var isRTP: Bool { transport.utf8.split(separator: 0x2F).contains { $0.elementsEqual("RTP".utf8) } }

    /// The payload numbers in order of preference; empty if the transport is not RTP.
    public var payloadTypes: [UInt8] {
        guard isRTP else { return [] }
        return formats.compactMap { format in UInt8(decimal: format).flatMap { $0 < 128 ? $0 : nil } }
    }

    /// The formats of the payload numbers, in order of preference. Numbers without a known meaning are left out.
    public var payloadFormats: [PayloadFormat] {
        let described = values(of: "rtpmap").compactMap(PayloadFormat.init(parsing:))
        return payloadTypes.compactMap { number in
            described.first { $0.payloadType == number } ?? PayloadFormat.statically(assigned: number)
        }
    }

    /// The `a=fmtp` line of a payload number.
    public func formatParameters(of payloadType: UInt8) -> FormatParameters? {
        values(of: "fmtp").lazy.compactMap(FormatParameters.init(parsing:)).first { $0.payloadType == payloadType }
    }

    /// Moves the payload numbers of preferred codecs to the front, in the order of the preferences.
    ///
    /// No number is removed, and the others keep their order behind.
    public mutating func prefer(_ preferences: [CodecPreference]) {
        let described = payloadFormats
        var ordered: [String] = []
        for preference in preferences {
            for format in described where preference.matches(format) {
                let number = String(format.payloadType)
                if !ordered.contains(number) { ordered.append(number) }
            }
        }
        formats = ordered + formats.filter { !ordered.contains($0) }
    }
}

/// A preferred codec, such as an entry of Telnyx's `preferred_codecs`.
public struct CodecPreference: Hashable, Sendable {
    /// The encoding name, such as `opus` or `PCMU`; a MIME type's `audio/` prefix is dropped.
    public var encoding: String
    /// The clock rate in hertz; nil: any.
    public var clockRate: UInt32?

    public init(encoding: String, clockRate: UInt32? = nil) {
        let slash = encoding.utf8.lastIndex(of: 0x2F)
        self.encoding = slash.map { String(encoding[encoding.utf8.index(after: $0)...]) } ?? encoding
        self.clockRate = clockRate
    }

    func matches(_ format: PayloadFormat) -> Bool {
        format.isNamed(encoding) && (clockRate == nil || clockRate == format.clockRate)
    }
}
