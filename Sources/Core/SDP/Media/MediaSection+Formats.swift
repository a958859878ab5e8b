extension MediaSection {
    /// Whether the formats are RTP payload numbers.
    public var isRTP: Bool { transport.utf8.split(separator: 0x2F).contains { Substring($0) == "RTP" } }

    /// The payload numbers in order of preference; empty where the transport is not RTP.
    public var payloadTypes: [UInt8] {
        guard isRTP else { return [] }
        return formats.compactMap { format in UInt8(decimal: format).flatMap { $0 < 128 ? $0 : nil } }
    }

    /// What the payload numbers stand for, in order of preference; numbers without a meaning are left out.
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
    /// Nothing is removed, and codecs nobody prefers keep their order behind.
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
