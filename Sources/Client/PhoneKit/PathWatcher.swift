import Dispatch
import Network
import PhoneCore

/// Watches the way to the network from when it is needed on.
///
/// Every update is told, also one of the same kind of interface: it may be another network. Source: apple-contract C93
/// (observed). How many of them count is the phone's to say. Before its first update a monitor says that there is no way;
/// that is not passed on. Source: apple-contract C94.
@MainActor
package final class PathWatcher: PathPort {
    package weak var sink: (any PhoneEventSink)?
    private var monitor: NWPathMonitor?
    /// Whether the monitor has told of a path, so that what it says when asked is true.
    private var hasTold = false

    package init() {}

    deinit {
        monitor?.cancel()
    }

    package func prepare() {
        guard monitor == nil else { return }
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { [weak self, weak monitor] path in
            let path = NetworkPath(path)
            Task { @MainActor in
                guard let self, let monitor, self.monitor === monitor else { return }
                self.hasTold = true
                self.sink?.send(.path(path))
            }
        }
        self.monitor = monitor
        monitor.start(queue: .main)
    }

    package func refresh() {
        guard let monitor, hasTold else { return }
        sink?.send(.woke(NetworkPath(monitor.currentPath)))
    }

    /// Ends watching. A cancelled monitor cannot be started again; the next ``prepare()`` makes a new one.
    /// Source: apple-contract C91 (documented).
    package func stop() {
        monitor?.cancel()
        monitor = nil
        hasTold = false
    }
}

/// The way to the network.
@MainActor
public protocol PathPort: PhoneEventSource {
    /// Begins to watch the path, and tells how it is as soon as that is known. Said again it does nothing.
    func prepare()

    /// Tells how the path is now, if that is known: no change is told to a suspended process. Source: apple-contract C94.
    func refresh()
}

nonisolated extension NetworkPath {
    /// What the path uses, not what there would be. Source: apple-contract C92 (documented).
    init(_ path: NWPath) {
        guard path.status == .satisfied else {
            self.init(nil)
            return
        }
        var fingerprint = Fingerprint()
        for interface in path.availableInterfaces where path.usesInterfaceType(interface.type) {
            fingerprint.add(interface.name)
        }
        for gateway in path.gateways { fingerprint.add(gateway.debugDescription) }
        fingerprint.add("\(path.supportsIPv4) \(path.supportsIPv6) \(path.supportsDNS)")
        self.init(Interface(path), fingerprint: fingerprint.value)
    }
}

nonisolated extension NetworkPath.Interface {
    fileprivate init(_ path: NWPath) {
        if path.usesInterfaceType(.wifi) {
            self = .wifi
        } else if path.usesInterfaceType(.cellular) {
            self = .cellular
        } else if path.usesInterfaceType(.wiredEthernet) {
            self = .wired
        } else {
            self = .other
        }
    }
}

/// A number that stands for a list of texts, the same in every process. Source: FNV-1a, 32 bits.
nonisolated struct Fingerprint {
    private(set) var value: UInt32 = 0x811C_9DC5

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0)
    }

    private mutating func add(_ byte: UInt8) {
        value = (value ^ UInt32(byte)) &* 0x0100_0193
    }
}
