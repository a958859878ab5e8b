import NIOCore

/// A steady stream of events from one publisher to many listeners of a server in a process of its own.
struct FanOut: Sendable {
    /// How many listen, and what is offered.
    struct Load {
        var name: String
        var listeners: Int
        var eventsPerSecond: Int
        var seconds: Int

        func figures(of server: String) -> [String] {
            ["deliveries", "per-core", "p50", "p99"].map { "\(server)-\(name)-\($0)" }
        }
    }

    /// The paced one is for latencies; the others offer what few servers deliver.
    static let loads = [
        Load(name: "paced", listeners: 500, eventsPerSecond: 200, seconds: 5),
        Load(name: "1k", listeners: 1_000, eventsPerSecond: 1_000, seconds: 5),
        Load(name: "10k", listeners: BroadcastBenchmark.manyListeners, eventsPerSecond: 20, seconds: 5),
    ]

    /// What begins the names of its figures.
    let name: String
    let processID: Int32
    let port: Int
    let listener: ListenerCrowd.Listener
    let publisher: @Sendable () -> any EventPublisher
    /// What is published over.
    let publishing: String

    func run(_ load: Load, on loop: any EventLoop) async throws -> [Measurement] {
        let crowd = try await ListenerCrowd.connected(load.listeners, of: listener, port: port, on: loop)
        let before = try ProcessUsage(of: processID)
        let (port, publisher) = (port, publisher)
        let (seconds, latency) = try await loop.flatSubmit {
            let stream = EventStream(by: publisher(), to: crowd.value, port: port, on: loop)
            let bound = NIOLoopBound(stream, eventLoop: loop)
            return stream.run(eventsPerSecond: load.eventsPerSecond, total: load.eventsPerSecond * load.seconds).map {
                (bound.value.seconds, Percentiles(bound.value.milliseconds))
            }
        }.get()
        let after = try ProcessUsage(of: processID)
        try await loop.submit { crowd.value.close() }.get()
        return measurements(of: load, seconds, latency, cpu: after.cpuSeconds - before.cpuSeconds)
    }

    private func measurements(
        of load: Load, _ seconds: Double, _ latency: Percentiles, cpu: Double
    ) -> [Measurement] {
        let deliveries = Double(load.listeners * load.eventsPerSecond * load.seconds)
        let how =
            "\(load.listeners) listeners, \(load.eventsPerSecond) events/s published over \(publishing) (open loop), "
            + "\(EventStream.messageBytes)-byte messages; loopback, generator in its own process"
        let sampled = how + "; from when it was due, every twentieth listener"
        let values: [(value: Double, unit: String, better: Measurement.Better, how: String)] = [
            (deliveries / seconds, "deliveries/s", .more, how),
            (deliveries / cpu, "deliveries/s a core", .more, how + "; by the server's own CPU time"),
            (latency.value(at: 0.5), "ms", .less, sampled), (latency.value(at: 0.99), "ms", .less, sampled),
        ]
        return zip(load.figures(of: name), values).map { name, figure in
            Measurement(name: name, value: figure.value, unit: figure.unit, better: figure.better, how: figure.how)
        }
    }
}
