package import NIOCore

/// The proxies in front of the exchange that are believed when they say for whom they ask.
///
/// Each adds whom it serves at the end of `X-Forwarded-For`. What stands left of the last address that is none of theirs
/// was written by that client, and says nothing.
public struct TrustedProxies: Hashable, Sendable {
    /// All addresses that begin alike.
    private struct Network: Hashable {
        let number: UInt128
        let mask: UInt128

        func contains(_ address: InternetAddress) -> Bool { address.number & mask == number }
    }

    private var networks: [Network] = []

    public init() {}

    /// Adds an address such as `192.0.2.1`, or a network such as `10.0.0.0/8`.
    ///
    /// - Returns: whether it is one.
    public mutating func add(_ text: String) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = Self.address(String(first)).flatMap({ InternetAddress($0) }) else {
            return false
        }
        let bitsMax = address.isIPv4 ? 32 : 128
        var bits = bitsMax
        if parts.count == 2 {
            guard let given = Int(parts[1]), (0...bitsMax).contains(given) else { return false }
            bits = given
        }
        let mask = UInt128.max << (bitsMax - bits)
        networks.append(Network(number: address.number & mask, mask: mask))
        return true
    }

    package func contains(_ address: SocketAddress) -> Bool {
        guard !networks.isEmpty, let address = InternetAddress(address) else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// Whom a connection serves: its other end; if that is a proxy of ours, whom that says it serves.
    ///
    /// - Parameter forwarded: the lines of `X-Forwarded-For`, in order.
    package func client(of peer: SocketAddress, forwardedFor forwarded: [String]) -> SocketAddress {
        var client = peer
        var hops = forwarded.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }[...]
        // A proxy that says something else than an address has said nothing of its client: it counts itself.
        while contains(client), let hop = hops.popLast(), let next = Self.address(ofHop: hop) { client = next }
        return client
    }

    /// An address, as some proxies write it: with a port, IPv6 in brackets.
    private static func address(ofHop hop: Substring) -> SocketAddress? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") { return address(String(text.dropFirst().prefix { $0 != "]" })) }
        return address(text.count { $0 == ":" } == 1 ? String(text.prefix { $0 != ":" }) : text)
    }

    private static func address(_ text: String) -> SocketAddress? { try? SocketAddress(ipAddress: text, port: 0) }
}
