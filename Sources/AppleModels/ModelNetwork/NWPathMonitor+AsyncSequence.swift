internal import DeviceRuntime
internal import Dispatch

/// Paths as they come (iOS 17 and later). Iterating starts the monitor.
extension NWPathMonitor: AsyncSequence {
    /// Paths.
    public typealias Element = NWPath

    /// Hands out paths.
    public struct Iterator: AsyncIteratorProtocol {
        private var paths: AsyncStream<NWPath>.Iterator
        /// Kept as long as somebody iterates.
        private let monitor: NWPathMonitor

        fileprivate init(_ paths: AsyncStream<NWPath>, of monitor: NWPathMonitor) {
            self.paths = paths.makeAsyncIterator()
            self.monitor = monitor
        }

        /// The next path; nil when the task is cancelled.
        public mutating func next() async -> NWPath? { await paths.next() }
    }

    /// Starts the monitor, and hands out its paths.
    public func makeAsyncIterator() -> Iterator {
        part?.process.record("NWPathMonitor")
        let (paths, feed) = AsyncStream.makeStream(of: NWPath.self)
        handler = { feed.yield($0) }
        feed.onTermination = { [weak self] _ in self?.end() }
        begin(on: DispatchQueue(label: "apple.network.path"))
        return Iterator(paths, of: self)
    }
}
