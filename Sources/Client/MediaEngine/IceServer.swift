public import Redaction

/// A STUN or TURN server.
public struct IceServer: Hashable, Sendable {
    /// How a device reaches a TURN server. It says nothing of the relayed media, which are UDP.
    public enum Transport: String, Hashable, Sendable {
        case udp, tcp
        /// TCP within TLS, for networks that allow web traffic only.
        case tls
    }

    /// The transport and credentials of a TURN server.
    public struct Relay: Hashable, Sendable {
        /// The transport between this device and the relay.
        public var transport: Transport
        /// The name of the credentials, which the server's operator or the exchange issued.
        public var username: String
        /// The password that belongs to the name.
        public var password: Redacted<String>

        public init(transport: Transport, username: String, password: Redacted<String>) {
            self.transport = transport
            self.username = username
            self.password = password
        }
    }

    /// The port of STUN and TURN over UDP and TCP (RFC 8489, RFC 8656).
    public static let standardPort: UInt16 = 3_478
    /// The port of TURN over TLS (RFC 8656).
    public static let standardPortOfTLS: UInt16 = 5_349

    /// A name or an address, without brackets for IPv6.
    public var host: String
    /// The port at the host.
    public var port: UInt16
    /// The transport and credentials of a TURN server; nil: a STUN server.
    public var relay: Relay?

    public init(host: String, port: UInt16 = standardPort, relay: Relay? = nil) {
        self.host = host
        self.port = port
        self.relay = relay
    }
}

extension IceServer {
    /// Why a URL names no usable server. `description` repeats nothing of the URL.
    public enum URLError: String, Error, Hashable, Sendable, CustomStringConvertible {
        /// Another scheme, for example `stuns:`.
        case scheme = "begins with none of stun:, turn: and turns:"
        /// No name or address stands between the scheme and the port.
        case host = "has no host"
        /// The port is not a number, or out of range.
        case port = "has a port outside 1…65535"
        /// A query that RFC 7065 does not know, or that the scheme does not allow.
        case transport = "may end with ?transport=udp or ?transport=tcp, of turn: only, or of turns: with the latter"
        /// A relay demands credentials (RFC 8656), and the URL cannot carry them.
        case credentials = "is a turn: or turns: server, and lacks a username or a password"

        public var description: String { rawValue }
    }

    /// Reads a URL as defined by RFC 7064 and RFC 7065: `stun:host[:port]`, `turn:host[:port][?transport=udp|tcp]`,
    /// `turns:host[:port][?transport=tcp]`, with an IPv6 address in brackets.
    ///
    /// - Parameters:
    ///   - url: the whole URL.
    ///   - username: the name of a relay's credentials; ignored for `stun:`, whose servers have none.
    ///   - password: the password that belongs to the name.
    /// - Throws: the rule that the URL breaks.
    public init(url: String, username: String? = nil, password: Redacted<String>? = nil) throws(URLError) {
        let (scheme, rest) = Self.halves(url, at: ":")
        guard ["stun", "turn", "turns"].contains(scheme) else { throw .scheme }
        let isSecure = scheme == "turns"
        let (place, query) = Self.halves(rest ?? "", at: "?")
        let (host, port) = try Self.place(place, isSecure ? Self.standardPortOfTLS : Self.standardPort)
        guard scheme != "stun" else {
            guard query == nil else { throw .transport }
            self.init(host: host, port: port)
            return
        }
        guard let transport = Self.transport(query, isSecure) else { throw .transport }
        guard let username, let password else { throw .credentials }
        self.init(host: host, port: port, relay: Relay(transport: transport, username: username, password: password))
    }

    /// The server's URL, from which ``init(url:username:password:)`` reads the same server.
    public var url: String {
        let place = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        return switch relay?.transport {
        case nil: "stun:\(place)"
        case .udp: "turn:\(place)?transport=udp"
        case .tcp: "turn:\(place)?transport=tcp"
        case .tls: "turns:\(place)?transport=tcp"
        }
    }

    private static func transport(_ query: String?, _ isSecure: Bool) -> Transport? {
        switch (query, isSecure) {
        case (nil, false), ("transport=udp", false): .udp
        case ("transport=tcp", false): .tcp
        case (nil, true), ("transport=tcp", true): .tls
        default: nil
        }
    }

    private static func place(_ text: String, _ standardPort: UInt16) throws(URLError) -> (host: String, port: UInt16) {
        var (host, port) = halves(text, at: ":")
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = String(text[text.index(after: text.startIndex)..<end])
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { throw .port }
            port = rest.isEmpty ? nil : String(rest.dropFirst())
        }
        guard !host.isEmpty else { throw .host }
        guard let port else { return (host, standardPort) }
        guard let number = UInt16(port), number > 0 else { throw .port }
        return (host, number)
    }

    private static func halves(_ text: String, at separator: Character) -> (String, String?) {
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }
}
