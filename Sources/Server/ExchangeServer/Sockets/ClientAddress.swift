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
}
