import Foundation
import Network
import Synchronization

/// What monitors told.
final class PathLog: Sendable {
    private let log = Mutex<[(path: NWPath, words: String)]>([])

    var words: [String] { log.withLock { $0.map(\.words) } }
    var paths: [NWPath] { log.withLock { $0.map(\.path) } }

    func add(_ path: NWPath, on queue: String) {
        let used = [NWInterface.InterfaceType.wifi, .cellular].filter(path.usesInterfaceType).map { "\($0)" }
        log.withLock { $0.append((path, "\(path.status) \(used.joined(separator: "+")), on \(queue)")) }
    }
}

/// An app that watches the way out from its start.
final class MonitorApp: Sendable {
    private static let name = DispatchSpecificKey<String>()

    let monitor = NWPathMonitor()
    private let queue = DispatchQueue(label: "app.path")

    init(_ log: PathLog) {
        queue.setSpecific(key: Self.name, value: queue.label)
        monitor.pathUpdateHandler = { path in
            log.add(path, on: DispatchQueue.getSpecific(key: Self.name) ?? "another queue")
        }
        start()
    }

    func start() { monitor.start(queue: queue) }
}
