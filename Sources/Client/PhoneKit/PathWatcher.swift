import Dispatch
import Network
import PhoneCore

/// Watches the network path from the first call of ``prepare()``.
///
/// It tells every update, even one with the same kind of interface, which may be another network.
/// Source: C93 (observed). The phone decides which of them count. Before its first update a monitor reports that
/// there is no path, which is not passed on. Source: C94.
@MainActor
package final class PathWatcher: PathPort {
    package weak var sink: (any PhoneEventSink)?
    private var monitor: NWPathMonitor?
    /// Whether the monitor has reported a path. Before that its current path is not valid.
    private var hasReported = false

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
                self.hasReported = true
                self.sink?.send(.path(path))
            }
        }
        self.monitor = monitor
        monitor.start(queue: .main)
    }

    package func refresh() {
        guard let monitor, hasReported else { return }
        sink?.send(.woke(NetworkPath(monitor.currentPath)))
    }

    /// Ends watching. A canceled monitor cannot be started again; the next ``prepare()`` makes a new one.
    /// Source: C91 (documented).
    package func stop() {
        monitor?.cancel()
        monitor = nil
        hasReported = false
    }
}

/// The path to the network.
@MainActor
public protocol PathPort: PhoneEventSource {
    /// Begins to watch the path, and tells it as soon as it is known. Does nothing if it watches already.
    func prepare()

    /// Tells the current path, if it is known, because a suspended process is not told of changes.
    /// Source: C94.
    func refresh()
}

nonisolated extension NetworkPath {
    /// Reads the interfaces that the path uses, not those that are available. Source: C92 (documented).
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

/// A hash of a list of texts that is the same in every process. Source: FNV-1a, 32 bits.
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
