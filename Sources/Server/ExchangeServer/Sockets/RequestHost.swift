internal import NIOCore

/// The host that a request names: a name or an address, and perhaps a port. Source: RFC 9110 §7.2, RFC 3986 §3.2.
struct RequestHost: Hashable, Sendable {
    /// Source: RFC 1035 §2.3.4, with room for a port.
    private static let bytesMax = 261
    /// What may stand in a name: unreserved, percent-encoded, and sub-delimiters.
    private static let nameBytes = Set("-._~%!$&'()*+,;=".utf8)

    /// In lower case, without brackets and without the port; empty when none is named.
    let name: String

    /// nil when the text is no host.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let (host, port): (Substring, Substring)
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            (host, port) = (text[text.index(after: text.startIndex)..<bracket], text[text.index(after: bracket)...])
            guard Self.address(host) != nil else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            (host, port) = (text[..<colon], text[colon...])
            guard host.utf8.allSatisfy({ Self.nameBytes.contains($0) || Self.isAlphanumeric($0) }) else { return nil }
        }
        guard port.isEmpty || port.hasPrefix(":"), port.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        name = host.lowercased()
    }

    /// Whether it can only mean this machine, so that no page of another's can have chosen it.
    ///
    /// - Parameter listen: the host the exchange listens on.
    func isThisMachine(listeningOn listen: String) -> Bool {
        name == "localhost" || name == listen.lowercased() || Self.address(Substring(name))?.isLoopback == true
    }

    private static func address(_ text: Substring) -> SocketAddress? {
        try? SocketAddress(ipAddress: String(text), port: 0)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
}
