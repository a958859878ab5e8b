/// The hash of a DTLS certificate (RFC 8122 §5).
public struct CertificateFingerprint: Hashable, Sendable {
    /// The name of the hash function in lower case, such as `sha-256`.
    public let hash: String
    /// The digest of the certificate.
    public let bytes: [UInt8]

    public init(hash: String, bytes: [UInt8]) {
        self.hash = hash.asciiLowercased
        self.bytes = bytes
    }

    /// Reads the value of an `a=fingerprint` line: a hash name, a space, pairs of hexadecimal digits between colons.
    /// Fails for any other text.
    public init?(parsing value: String) {
        var digest: [UInt8] = []
        let hash = value.reading { Self.read($0) { digest.append($0) }?.text }
        guard let hash else { return nil }
        self.init(hash: hash, bytes: digest)
    }

    /// Reads such a value without storing it.
    ///
    /// - Parameter append: called with each byte of the digest.
    /// - Returns: the name of the hash; nil if the value is malformed.
    static func read(_ value: SDPBytes, _ append: (UInt8) -> Void) -> SDPBytes? {
        var fields = FieldReader(value)
        guard let hash = fields.next(), let digits = fields.next(), fields.next() == nil, hash.isVisibleASCII,
            digits.count % 3 == 2
        else { return nil }
        for place in stride(from: digits.startIndex, to: digits.endIndex, by: 3) {
            guard let high = digits[place].hexadecimalValue, let low = digits[place + 1].hexadecimalValue,
                place + 2 == digits.endIndex || digits[place + 2] == 0x3A
            else { return nil }
            append(high << 4 | low)
        }
        return hash
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

/// The role in opening the DTLS association, as `a=setup` has it (RFC 4145 §4, RFC 8842 §5).
public enum SetupRole: String, Hashable, Sendable, CaseIterable {
    /// The writer opens it, as DTLS client.
    case active
    /// The writer waits for it, as DTLS server.
    case passive
    /// The writer takes either role. Only offers have it.
    case actpass
    /// The writer takes neither role for now. No WebRTC peer uses it.
    case holdconn

    static func isWord(_ bytes: SDPBytes) -> Bool {
        bytes.equals("active") || bytes.equals("passive") || bytes.equals("actpass") || bytes.equals("holdconn")
    }
}
