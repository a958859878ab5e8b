import NIOCore

/// A steady stream of events from one publisher to many listeners of a server in a process of its own.
struct FanOut: Sendable {
    /// The number of listeners and the offered event rate.
    struct Load {
        var name: String
        var listeners: Int
        var eventsPerSecond: Int
        var seconds: Int

        /// This load, or a smaller one for a short run.
        func sized(_ size: BenchSize) -> Load {
            Load(
                name: name, listeners: size.of(listeners, atLeast: 20), eventsPerSecond: eventsPerSecond,
                seconds: size.of(seconds))
        }
    }

    /// The result of one load.
    struct Run: Sendable {
        var deliveriesPerSecond: Double
        var deliveriesPerCore: Double
        var latency: Percentiles
        var how: String
    }

    /// The results of all ``loads`` at one server.
    struct Runs: Sendable {
        private var byName: [String: Run] = [:]

        /// An empty set of runs, whose figures have no value.
        init() {}

        /// Runs each load in turn.
        init(_ size: BenchSize, _ run: (Load) async throws -> Run) async throws {
            for load in FanOut.loads { byName[load.name] = try await run(load.sized(size)) }
        }

        fileprivate subscript(load: Load) -> Run {
            byName[load.name]
                ?? Run(deliveriesPerSecond: .nan, deliveriesPerCore: .nan, latency: Percentiles([]), how: "")
        }
    }

    static func figures(of server: String) -> [Figure<Runs>] {
        loads.flatMap { load in
            let name = "\(server)-\(load.name)"
            let figures = [
                Figure<Run>("\(name)-deliveries", "deliveries/s", .more, how: { $0.how }) { $0.deliveriesPerSecond },
                Figure<Run>(
                    "\(name)-per-core", "deliveries/s a core", .more,
                    how: { $0.how + "; by the server's own CPU time" }
                ) { $0.deliveriesPerCore },
            ]
            let sampled = Figure<Run>.pair(
                name, how: { $0.how + "; from when it was due, every twentieth listener" }
            ) { $0.latency }
            return (figures + sampled).map { figure in figure.of { (runs: Runs) in runs[load] } }
        }
    }

    /// The paced load measures latency; the other two offer more than most servers deliver.
    static let loads = [
        Load(name: "paced", listeners: 500, eventsPerSecond: 200, seconds: 5),
        Load(name: "1k", listeners: 1_000, eventsPerSecond: 1_000, seconds: 5),
        Load(name: "10k", listeners: BroadcastBenchmark.manyListeners, eventsPerSecond: 20, seconds: 5),
    ]

    let processID: Int32
    let port: Int
    let listener: ListenerPool.Listener
    let publisher: @Sendable () -> any EventPublisher
    /// The transport of publications, as named in the figures.
    let publishing: String

    func run(_ load: Load, on loop: any EventLoop) async throws -> Run {
        let pool = try await ListenerPool.connected(load.listeners, of: listener, port: port, on: loop)
        let before = try ProcessUsage(of: processID)
        let (port, publisher) = (port, publisher)
        let (seconds, latency) = try await loop.flatSubmit {
            let stream = EventStream(by: publisher(), to: pool.value, port: port, on: loop)
            let bound = NIOLoopBound(stream, eventLoop: loop)
            return stream.run(eventsPerSecond: load.eventsPerSecond, total: load.eventsPerSecond * load.seconds).map {
                (bound.value.seconds, Percentiles(bound.value.milliseconds))
            }
        }.get()
        let after = try ProcessUsage(of: processID)
        try await loop.submit { pool.value.close() }.get()
        return outcome(of: load, seconds, latency, cpu: after.cpuSeconds - before.cpuSeconds)
    }

    private func outcome(of load: Load, _ seconds: Double, _ latency: Percentiles, cpu: Double) -> Run {
        let deliveries = Double(load.listeners * load.eventsPerSecond * load.seconds)
        return Run(
            // The kernel counts CPU time in hundredths of a second, so a short run may report none.
            deliveriesPerSecond: deliveries / seconds, deliveriesPerCore: deliveries / max(cpu, 0.01), latency: latency,
            how:
                "\(load.listeners) listeners, \(load.eventsPerSecond) events/s published over \(publishing) (open loop), "
                + "\(EventStream.messageBytes)-byte messages; loopback, generator in its own process")
    }
}
