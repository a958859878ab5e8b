internal import NIOCore
internal import Synchronization

/// Makes a connection go over another interface than the system chooses.
enum OtherInterface {
    /// The number of SO_BINDTODEVICE on Linux, where a process without rights may set it since 5.7.
    private static let option: CInt = 25
    /// The longest name (IFNAMSIZ less its end).
    private static let nameBytesMax = 15

    /// Binds the socket of a channel to the interface of that name, before it connects. Where the system does not permit
    /// it, the channel goes where the system chooses. Apple's systems have no such option.
    ///
    /// Isolation: the channel's event loop.
    static func bind(_ channel: any Channel, to name: String) {
        #if os(Linux)
            guard name.utf8.count <= nameBytesMax, let provider = channel as? any SocketOptionProvider else { return }
            var bytes = SIMD16<UInt8>()
            for (index, byte) in name.utf8.enumerated() { bytes[index] = byte }
            _ = provider.unsafeSetSocketOption(level: .socket, name: .init(rawValue: option), value: bytes)
        #endif
    }
}

/// The addresses at which hosts were reached last. Over another interface a name cannot be looked up: the system asks
/// for it over the one that no longer carries anything.
final class ReachedAddresses: Sendable {
    /// The most hosts; beyond, all are forgotten, since a client has one or two.
    private static let hostsMax = 8

    private let addresses = Mutex<[String: SocketAddress]>([:])

    func address(of host: String) -> SocketAddress? { addresses.withLock { $0[host] } }

    func note(_ address: SocketAddress?, of host: String) {
        addresses.withLock { addresses in
            if addresses[host] == nil, addresses.count >= Self.hostsMax { addresses.removeAll() }
            addresses[host] = address
        }
    }
}
