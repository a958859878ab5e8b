internal import Crypto

/// A bearer token of the HTTP API, kept as its SHA-256 only.
///
/// Tokens are long and made by machines; a plain hash of one cannot be guessed back, so no salt is needed and a request
/// costs one hash.
public struct APIToken: Hashable, Sendable {
    /// The fewest characters a token may have: 128 random bits in hexadecimal are 32, and base64 makes them 22.
    public static let charactersMin = 16

    /// The name of its holder, for logs.
    public let name: String
    let digest: [UInt8]

    /// - Throws: `ExchangeServerError` when the token is too short to be safe.
    public init(name: String, token: String) throws(ExchangeServerError) {
        guard token.utf8.count >= Self.charactersMin else {
            throw ExchangeServerError(
                .configuration,
                "API token \"\(name)\" is shorter than \(Self.charactersMin) characters; try `openssl rand -hex 16`")
        }
        self.name = name
        digest = Self.digest(of: token)
    }

    /// Compares in a time that does not depend on where they differ.
    func matches(digest other: [UInt8]) -> Bool {
        ConstantTime.equal(digest, other)
    }

    static func digest(of token: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(token.utf8)))
    }
}

/// Comparison of secrets.
enum ConstantTime {
    /// Whether both are the same bytes, in a time that depends on the lengths only.
    static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}

/// Bytes as pairs of hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".utf8)

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns nil when the number of digits is odd or a character is no digit.
    static func bytes(of text: Substring) -> [UInt8]? {
        let values = text.utf8.map { value(of: $0) }
        guard values.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: values.count, by: 2) {
            guard let high = values[index], let low = values[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
