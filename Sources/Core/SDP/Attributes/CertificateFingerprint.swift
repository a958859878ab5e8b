/// The hash of a DTLS certificate (RFC 8122 §5).
public struct CertificateFingerprint: Hashable, Sendable {
    /// The name of the hash function in lower case, such as `sha-256`.
    public let hash: String
    /// The digest.
    public let bytes: [UInt8]

    public init(hash: String, bytes: [UInt8]) {
        self.hash = hash.asciiLowercased
        self.bytes = bytes
    }

    /// Reads the value of an `a=fingerprint` line: a hash name, a space, pairs of hexadecimal digits between colons.
    public init?(parsing value: String) {
        let fields = value.fields()
        guard fields.count == 2, fields[0].isVisibleASCII else { return nil }
        var bytes: [UInt8] = []
        for pair in fields[1].utf8.split(separator: 0x3A, omittingEmptySubsequences: false) {
            guard pair.count == 2, let high = pair.first?.hexadecimalValue, let low = pair.last?.hexadecimalValue else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(hash: String(fields[0]), bytes: bytes)
    }

    /// The value of the `a=fingerprint` line, digits in upper case as every implementation writes them.
    public var text: String {
        var text = hash + " "
        for (index, byte) in bytes.enumerated() {
            if index > 0 { text += ":" }
            let digits = String(byte, radix: 16, uppercase: true)
            text += byte < 16 ? "0" + digits : digits
        }
        return text
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
