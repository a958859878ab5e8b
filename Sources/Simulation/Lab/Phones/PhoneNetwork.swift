import CarillonRTC
package import DeviceModel
package import LivePhones
package import Scenarios
import Synchronization

/// The network of one live phone: what its path monitor says, what carries its signaling, and whether media passes.
package final class PhoneNetwork: Sendable {
    package let transport = CuttableTransport()
    private let isClosed = Atomic(false)

    package init() {}

    /// Whether no datagram of media passes, in either direction.
    package var isCut: Bool { isClosed.load(ordering: .relaxed) }

    /// Changes what the phone's sockets and media find. Whatever was open breaks, as another network has other
    /// addresses.
    package func change(to way: NetworkWay) {
        let isNone = way == .none
        isClosed.store(isNone, ordering: .relaxed)
        transport.cut(then: isNone ? .refused : .open)
    }
}

extension NetworkWay {
    /// The path that a phone's monitor reports.
    package var path: DevicePath {
        switch self {
        case .wifi(let network): .wifi(network: network)
        case .cellular: .cellular()
        case .none: .none
        }
    }

    /// The word in a snapshot.
    package var labWord: String {
        switch self {
        case .wifi: "wifi"
        case .cellular: "cellular"
        case .none: "none"
        }
    }

    /// The network in words, for a row.
    package var labName: String {
        switch self {
        case .wifi(1): "on Wi-Fi"
        case .wifi: "on another Wi-Fi"
        case .cellular: "on the cellular network"
        case .none: "without a network"
        }
    }
}
