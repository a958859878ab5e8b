internal import DeviceModel
internal import DeviceRuntime
internal import Synchronization

/// Network's part in a process: its monitors.
final class NetworkPart: ProcessPart {
    private struct WeakMonitor {
        weak var monitor: NWPathMonitor?
    }

    private struct Monitors {
        var made: UInt8 = 0
        var list: [WeakMonitor] = []
    }

    let process: ProcessHandle
    private let monitors = Mutex(Monitors())

    init(process: ProcessHandle) {
        self.process = process
    }

    func newMonitorID() -> PathMonitorID {
        monitors.withLock { monitors in
            monitors.made &+= 1
            return PathMonitorID(monitors.made)
        }
    }

    func add(_ monitor: NWPathMonitor) {
        monitors.withLock { monitors in
            monitors.list.removeAll { $0.monitor == nil }
            monitors.list.append(WeakMonitor(monitor: monitor))
        }
    }

    func receive(_ callback: BookCallback) async {
        guard case .path(let id, let path) = callback else { return }
        let monitor = monitors.withLock { $0.list.lazy.compactMap(\.monitor).first { $0.id == id } }
        await monitor?.update(path, of: process)
    }
}
