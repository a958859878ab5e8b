package import NIOCore

/// The proxies in front of the exchange whose `X-Forwarded-For` is trusted.
///
/// Each proxy appends its client's address to the header. Scanning from the right, the first address that is not a
/// trusted proxy is the client; addresses left of it were written by that client and prove nothing.
public struct TrustedProxies: Hashable, Sendable {
    /// All addresses with one prefix.
    private struct Network: Hashable {
        let number: UInt128
        let mask: UInt128

        func contains(_ address: InternetAddress) -> Bool { address.number & mask == number }
    }

    private var networks: [Network] = []

    public init() {}

    /// Adds an address such as `192.0.2.1`, or a network such as `10.0.0.0/8`.
    ///
    /// - Returns: whether the text is an address or a network.
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

    /// The client that a connection serves: its other end, or if that is a trusted proxy, the client that the proxy
    /// names.
    ///
    /// - Parameter forwarded: the lines of `X-Forwarded-For`, in order.
    package func client(of peer: SocketAddress, forwardedFor forwarded: [String]) -> SocketAddress {
        var client = peer
        var hops = forwarded.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }[...]
        // A proxy whose entry is not an address has not named a client, so the proxy itself is counted.
        while contains(client), let hop = hops.popLast(), let next = Self.address(ofHop: hop) { client = next }
        return client
    }

    /// Reads an address as some proxies write it: with a port, and IPv6 in brackets.
    private static func address(ofHop hop: Substring) -> SocketAddress? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") { return address(String(text.dropFirst().prefix { $0 != "]" })) }
        return address(text.count { $0 == ":" } == 1 ? String(text.prefix { $0 != ":" }) : text)
    }

    private static func address(_ text: String) -> SocketAddress? { try? SocketAddress(ipAddress: text, port: 0) }
}

/// An address as a number. An IPv4 address becomes the IPv6 address it is mapped to, as a dual-stack socket shows it.
/// Source: RFC 4291 §2.5.5.2.
struct InternetAddress: Hashable, Sendable {
    let number: UInt128

    /// Returns nil for a Unix domain socket, which has no address.
    init?(_ address: SocketAddress) {
        // The offsets of the address in the C structures on Linux and Darwin, after family, port and flow label.
        switch address {
        case .v4(let address):
            let bytes = withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
            number = 0xFFFF_0000_0000 | Self.number(bytes)
        case .v6(let address): number = Self.number(withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }

    var isIPv4: Bool { number >> 32 == 0xFFFF }

    private static func number(_ bytes: [UInt8]) -> UInt128 { bytes.reduce(0) { $0 << 8 | UInt128($1) } }
}

/// The unit to which a limit per address applies: one IPv4 address, or one IPv6 /64 network, which is the usual
/// assignment to a household or a machine. Source: RFC 6177 §2.
package struct ClientAddress: Hashable, Sendable {
    private let number: UInt128

    /// Returns nil for a Unix domain socket, which has no address.
    package init?(_ address: SocketAddress) {
        guard let address = InternetAddress(address) else { return nil }
        number = address.isIPv4 ? address.number : (address.number >> 64) << 64
    }

    /// Its network, as logs show it: 24 bits of an IPv4 address, 48 bits of an IPv6 address. This shows where an attack
    /// comes from, and does not identify a household.
    var network: String {
        if number >> 32 == 0xFFFF {
            return [24, 16, 8].map { "\(UInt8(truncatingIfNeeded: number >> $0))" }.joined(separator: ".") + ".0/24"
        }
        return [112, 96, 80].map { String(UInt16(truncatingIfNeeded: number >> $0), radix: 16) }.joined(separator: ":")
            + "::/48"
    }
}
