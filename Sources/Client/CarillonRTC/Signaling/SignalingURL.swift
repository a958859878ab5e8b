/// The address of the exchange: `ws://` or `wss://`, host, port, path and query, each kept as given.
///
/// Source: RFC 6455 §3. A fragment is refused as the RFC requires; user information is refused because credentials are
/// given apart.
public struct SignalingURL: Hashable, Sendable, CustomStringConvertible {
    /// The longest URL accepted, in bytes; real ones are far shorter.
    public static let lengthMax = 2_048

    /// Whether the scheme is `wss`, so that the connection begins with TLS.
    public let isSecure: Bool
    /// The host, without the brackets of an IPv6 literal.
    public let host: String
    /// The port; if the URL has none, that of its scheme: 80 or 443.
    public let port: UInt16
    /// The path and query of the request line; at least `/`.
    public let target: String

    /// Reads a URL.
    ///
    /// - Throws: `ClientError` with code `.invalidURL`, naming the part that is wrong.
    public init(_ text: String) throws(ClientError) {
        guard text.utf8.count <= Self.lengthMax else { throw Self.invalid("longer than \(Self.lengthMax) bytes") }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Self.invalid("has a space or a non-ASCII byte")
        }
        guard let schemeEnd = text.firstRange(of: "://") else {
            throw Self.invalid("has no scheme; use ws:// or wss://")
        }
        switch text[..<schemeEnd.lowerBound].lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: throw Self.invalid("has a scheme other than ws or wss")
        }
        let rest = text[schemeEnd.upperBound...]
        guard !rest.contains("#") else { throw Self.invalid("has a fragment") }
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        guard !authority.contains("@") else { throw Self.invalid("has user information; give credentials apart") }
        (host, port) = try Self.hostAndPort(authority, defaultPort: isSecure ? 443 : 80)
        let tail = rest[authorityEnd...]
        target = tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    private init(isSecure: Bool, host: String, port: UInt16, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// Returns the same URL with one more query item.
    ///
    /// `name` and `value` are percent-encoded down to letters and digits, as the Telnyx SDK does (observed).
    public func adding(queryItem name: String, _ value: String) -> SignalingURL {
        let separator = target.contains("?") ? "&" : "?"
        let item = "\(Self.percentEncoded(name, keeping: "_"))=\(Self.percentEncoded(value, keeping: ""))"
        return SignalingURL(isSecure: isSecure, host: host, port: port, target: target + separator + item)
    }

    /// The URL without its query, which may hold an identifier.
    public var description: String {
        "\(isSecure ? "wss" : "ws")://\(hostHeader)\(target.prefix { $0 != "?" })"
    }

    /// The value of the `Host` header (RFC 9112 §3.2): the port is omitted if it is the scheme's default.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    private static func hostAndPort(_ authority: Substring, defaultPort: UInt16) throws(ClientError) -> (String, UInt16)
    {
        let host: Substring
        var portText = Substring()
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { throw invalid("has an IPv6 address without `]`") }
            host = authority[authority.index(after: authority.startIndex)..<end]
            let tail = authority[authority.index(after: end)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { throw invalid("has something between `]` and the port") }
            portText = tail.dropFirst()
        } else {
            let colon = authority.firstIndex(of: ":") ?? authority.endIndex
            host = authority[..<colon]
            portText = authority[colon...].dropFirst()
        }
        guard !host.isEmpty else { throw invalid("has no host") }
        if portText.isEmpty { return (String(host), defaultPort) }
        guard let port = UInt16(portText), port > 0 else { throw invalid("has a port outside 1…65535") }
        return (String(host), port)
    }

    private static func percentEncoded(_ text: String, keeping kept: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || kept.utf8.contains(byte) {
                encoded.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return encoded
    }

    private static func invalid(_ what: String) -> ClientError { ClientError(.invalidURL, "the URL \(what)") }
}
