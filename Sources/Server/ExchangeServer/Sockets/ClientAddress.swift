package import NIOCore

/// Who a limit per address holds for: one IPv4 address, or one IPv6 network of 64 bits, which is what one household or
/// one machine is given. Source: RFC 6177 §2.
package struct ClientAddress: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// nil for what has no address: a socket of this machine's file system.
    package init?(_ address: SocketAddress) {
        // Where the address stands in the C structures, on Linux and on Darwin: behind family and port, and flow label.
        switch address {
        case .v4(let address): self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address): self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }

    private init(bytes: [UInt8]) {
        let isIPv4 = bytes.count == 4
        // An IPv4 client of a socket that takes both kinds. Source: RFC 4291 §2.5.5.2.
        let isMapped = !isIPv4 && bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255])
        if isIPv4 || isMapped {
            high = 0
            low = 0xFFFF_0000_0000 | Self.number(bytes.suffix(4))
        } else {
            high = Self.number(bytes.prefix(8))
            low = 0
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
