internal import DeviceModel
internal import DeviceRuntime
public import Dispatch
internal import Synchronization

/// Monitors the network path. It sends one update soon after the start, then one for each change. It cannot be started
/// again after `cancel` (C90, C91).
///
/// Source: developer.apple.com/documentation/network/nwpathmonitor.
public final class NWPathMonitor: Sendable {
    private struct Facts {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: CallbackQueue?
        var isCancelled = false
        var last: NWPath?
    }

    private enum InterfaceFilter {
        case any
        case only(NWInterface.InterfaceType)
        case not([NWInterface.InterfaceType])
    }

    let part: NetworkPart?
    let id: PathMonitorID
    private let filter: InterfaceFilter
    private let facts = Mutex(Facts())

    private init(_ filter: InterfaceFilter, in process: ProcessHandle?) {
        part = process?.part(NetworkPart.self)
        id = part?.newMonitorID() ?? PathMonitorID(0)
        self.filter = filter
        part?.add(self)
    }

    /// Makes a monitor for all interface types.
    public convenience init() { self.init(.any, in: .recording("NWPathMonitor")) }

    /// Makes a monitor for one interface type.
    public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
        self.init(.only(requiredInterfaceType), in: .recording("NWPathMonitor"))
    }

    /// Makes a monitor for all interface types except some.
    public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
        self.init(.not(prohibitedInterfaceTypes), in: .recording("NWPathMonitor"))
    }

    deinit { end() }

    /// The handler for path updates, called on the queue given at the start.
    @preconcurrency public final var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { handler }
        set {
            part?.process.recordWrite("NWPathMonitor")
            handler = newValue
        }
    }

    /// The current path. Before the first update has run on the queue it is unsatisfied (C94).
    public final var currentPath: NWPath {
        part?.process.record("NWPathMonitor")
        guard let part, part.process.isAlive else { return view(of: .none) }
        return view(of: part.process.kernel.path(of: id))
    }

    /// The queue given at the start; nil before.
    public final var queue: DispatchQueue? {
        part?.process.record("NWPathMonitor")
        return facts.withLock { $0.queue?.dispatchQueue }
    }

    /// Starts the monitor. A second start, or one after `cancel`, has no effect.
    public final func start(queue: DispatchQueue) {
        part?.process.record("NWPathMonitor")
        begin(on: queue)
    }

    /// Stops the monitor for good.
    public final func cancel() {
        part?.process.record("NWPathMonitor")
        end()
    }

    var handler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { facts.withLock { $0.handler } }
        set { facts.withLock { $0.handler = newValue } }
    }

    func begin(on queue: DispatchQueue) {
        let begins = facts.withLock { facts in
            guard facts.queue == nil, !facts.isCancelled else { return false }
            facts.queue = CallbackQueue(queue)
            return true
        }
        guard begins, let process = part?.process, process.isAlive else { return }
        process.kernel.path(.start(id))
    }

    func end() {
        let ends = facts.withLock { facts in
            defer { facts.isCancelled = true }
            return !facts.isCancelled && facts.queue != nil
        }
        guard ends, let process = part?.process, process.isAlive else { return }
        process.kernel.path(.cancel(id))
    }

    func update(_ path: DevicePath, of process: ProcessHandle) async {
        guard let queue = facts.withLock({ $0.queue }) else { return }
        let view = view(of: path)
        await queue.run(as: process) { [weak self] in
            let handler = self?.facts.withLock { facts -> (@Sendable (NWPath) -> Void)? in
                guard !facts.isCancelled, facts.last != view else { return nil }
                facts.last = view
                return facts.handler
            }
            handler?(view)
        }
    }

    private func view(of path: DevicePath) -> NWPath {
        let used = path.used.map(NWInterface.InterfaceType.init)
        let isRuledOut =
            switch filter {
            case .any: false
            case .only(let type): !used.contains(type)
            case .not(let types): used.contains(where: types.contains)
            }
        return NWPath(path: path, isRuledOut: isRuledOut)
    }
}

/// The paths as a sequence (iOS 17 and later). Iteration starts the monitor.
extension NWPathMonitor: AsyncSequence {
    /// A path.
    public typealias Element = NWPath

    /// Iterates over the paths.
    public struct Iterator: AsyncIteratorProtocol {
        private var paths: AsyncStream<NWPath>.Iterator
        /// Retains the monitor during the iteration.
        private let monitor: NWPathMonitor

        fileprivate init(_ paths: AsyncStream<NWPath>, of monitor: NWPathMonitor) {
            self.paths = paths.makeAsyncIterator()
            self.monitor = monitor
        }

        /// Returns the next path; nil when the task is canceled.
        public mutating func next() async -> NWPath? { await paths.next() }
    }

    /// Starts the monitor and iterates over its paths.
    public func makeAsyncIterator() -> Iterator {
        part?.process.record("NWPathMonitor")
        let (paths, feed) = AsyncStream.makeStream(of: NWPath.self)
        handler = { feed.yield($0) }
        feed.onTermination = { [weak self] _ in self?.end() }
        begin(on: DispatchQueue(label: "apple.network.path"))
        return Iterator(paths, of: self)
    }
}

/// Network's part in a process: its monitors.
final class NetworkPart: FrameworkState {
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

    func receive(_ callback: FrameworkCallback) async {
        guard case .path(let id, let path) = callback else { return }
        let monitor = monitors.withLock { $0.list.lazy.compactMap(\.monitor).first { $0.id == id } }
        await monitor?.update(path, of: process)
    }
}
