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
