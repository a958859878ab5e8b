internal import NIOCore

/// An address as a number. An IPv4 address is the IPv6 address it is mapped to, as a socket that takes both kinds shows it.
/// Source: RFC 4291 §2.5.5.2.
struct InternetAddress: Hashable, Sendable {
    let number: UInt128

    /// nil for what has no address: a socket of this machine's file system.
    init?(_ address: SocketAddress) {
        // Where the address stands in the C structures, on Linux and on Darwin: behind family and port, and flow label.
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
