package import NIOCore

/// Who a limit per address holds for: one IPv4 address, or one IPv6 network of 64 bits, which is what one household or
/// one machine is given. Source: RFC 6177 §2.
package struct ClientAddress: Hashable, Sendable {
    private let number: UInt128

    /// nil for what has no address: a socket of this machine's file system.
    package init?(_ address: SocketAddress) {
        guard let address = InternetAddress(address) else { return nil }
        number = address.isIPv4 ? address.number : (address.number >> 64) << 64
    }

    /// The network it is in, as logs say it: of an IPv4 address 24 bits, of an IPv6 network 48. Enough to see where an
    /// attack comes from, too little to tell one household from another.
    var network: String {
        if number >> 32 == 0xFFFF {
            return [24, 16, 8].map { "\(UInt8(truncatingIfNeeded: number >> $0))" }.joined(separator: ".") + ".0/24"
        }
        return [112, 96, 80].map { String(UInt16(truncatingIfNeeded: number >> $0), radix: 16) }.joined(separator: ":")
            + "::/48"
    }
}
