import ExchangeServer
import NIOCore
import NIOPosix
import Redaction

/// Fan-out, publishing and the memory of idle listeners, against `carillon serve` in a process of its own.
struct BroadcastBenchmark: Benchmark {
    let name = "broadcast"
    let figures =
        [
            "listener-memory", "listener-connect-cpu", "publish-cpu", "publishes", "publish-p50", "publish-p99",
        ]
        + BroadcastBenchmark.loads.flatMap { load in
            ["deliveries", "per-core", "p50", "p99"].map { "\(load.name)-\($0)" }
        }
    let activity = "broadcasting to thousands of listeners from an exchange of its own"

    static let app = BroadcastApp(id: "1", key: "bench", secret: Redacted("secret-of-a-benchmark"))
    static let manyListeners = 10_000
    static let publications = 40_000
    static let publishers = 16

    /// A steady stream of events to one channel.
    private struct Load {
        var name: String
        var listeners: Int
        var eventsPerSecond: Int
        var seconds: Int
    }

    /// The paced one is below saturation, for latencies; the others offer what few servers deliver.
    private static let loads = [
        Load(name: "broadcast-paced", listeners: 500, eventsPerSecond: 200, seconds: 5),
        Load(name: "broadcast-1k", listeners: 1_000, eventsPerSecond: 1_000, seconds: 5),
        Load(name: "broadcast-10k", listeners: manyListeners, eventsPerSecond: 20, seconds: 5),
    ]

    func measure() async throws -> [Measurement] {
        try DescriptorLimit.raise(toAtLeast: BroadcastBenchmark.manyListeners + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var measurements: [Measurement] = []
        measurements += try await served { try await idleMemory($0, loop) }
        measurements += try await served { try await publishing($0, loop) }
        for load in BroadcastBenchmark.loads {
            measurements += try await served { try await fanOut($0, loop, load) }
        }
        try await group.shutdownGracefully()
        return measurements
    }

    private func served(_ body: (ServerProcess) async throws -> [Measurement]) async throws -> [Measurement] {
        let app = BroadcastBenchmark.app
        let server = try ServerProcess(
            configuration: """
                log-level: error
                limits: { connections: 20000 }
                broadcast-apps: [{ id: "\(app.id)", key: \(app.key), secret: \(app.secret.revealed) }]
                """)
        defer { server.stop() }
        return try await body(server)
    }

    private func crowd(_ count: Int, _ server: ServerProcess, _ loop: any EventLoop) async throws -> NIOLoopBound<
        ListenerCrowd
    > {
        let port = server.port
        return try await loop.flatSubmit {
            let crowd = ListenerCrowd(port: port, on: loop)
            let bound = NIOLoopBound(crowd, eventLoop: loop)
            return crowd.connect(count).map { bound }
        }.get()
    }

    private func idleMemory(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let before = try ProcessUsage(of: server.processID)
        let count = BroadcastBenchmark.manyListeners
        let crowd = try await crowd(count, server, loop)
        let after = try ProcessUsage(of: server.processID)
        try await loop.submit { crowd.value.close() }.get()
        let how = "\(count) sockets that each listen to one channel"
        return [
            Measurement(
                name: "listener-memory", value: Double(after.residentBytes - before.residentBytes) / Double(count),
                unit: "bytes/socket", better: .less,
                how: "resident memory of the exchange with \(how), idle; kernel buffers not counted"),
            Measurement(
                name: "listener-connect-cpu", value: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(count),
                unit: "µs/socket", better: .less, how: "\(how): connect, upgrade, subscribe; the exchange's own"),
        ]
    }

    private func publishing(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let port = server.port
        let before = try ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let latency = try await loop.flatSubmit {
            let load = PublishLoad(port: port, on: loop, total: BroadcastBenchmark.publications)
            let bound = NIOLoopBound(load, eventLoop: loop)
            return load.run(publishers: BroadcastBenchmark.publishers).map { Percentiles(bound.value.milliseconds) }
        }.get()
        let took = started.duration(to: .now)
        let after = try ProcessUsage(of: server.processID)
        let count = Double(BroadcastBenchmark.publications)
        let how =
            "\(BroadcastBenchmark.publications) signed POSTs of an event nobody listens to, \(BroadcastBenchmark.publishers) connections, one request under way on each; loopback"
        return [
            Measurement(
                name: "publish-cpu", value: (after.cpuSeconds - before.cpuSeconds) * 1e6 / count,
                unit: "µs/publish", better: .less, how: how + "; the exchange's own"),
            Measurement(
                name: "publishes", value: count / took.milliseconds * 1000, unit: "publishes/s", better: .more, how: how
            ),
            Measurement(name: "publish-p50", value: latency.value(at: 0.5), unit: "ms", better: .less, how: how),
            Measurement(name: "publish-p99", value: latency.value(at: 0.99), unit: "ms", better: .less, how: how),
        ]
    }

    private func fanOut(_ server: ServerProcess, _ loop: any EventLoop, _ load: Load) async throws -> [Measurement] {
        let crowd = try await crowd(load.listeners, server, loop)
        let port = server.port
        let before = try ProcessUsage(of: server.processID)
        let (seconds, latency) = try await loop.flatSubmit {
            let stream = EventStream(crowd: crowd.value, port: port, on: loop)
            let bound = NIOLoopBound(stream, eventLoop: loop)
            return stream.run(eventsPerSecond: load.eventsPerSecond, total: load.eventsPerSecond * load.seconds).map {
                (bound.value.seconds, Percentiles(bound.value.milliseconds))
            }
        }.get()
        let after = try ProcessUsage(of: server.processID)
        try await loop.submit { crowd.value.close() }.get()
        let deliveries = Double(load.listeners * load.eventsPerSecond * load.seconds)
        let cpu = after.cpuSeconds - before.cpuSeconds
        let how =
            "\(load.listeners) listeners, \(load.eventsPerSecond) events/s published over HTTP (open loop), \(EventStream.messageBytes)-byte messages; "
            + "loopback, generator in its own process"
        return [
            Measurement(
                name: "\(load.name)-deliveries", value: deliveries / seconds, unit: "deliveries/s", better: .more,
                how: how),
            Measurement(
                name: "\(load.name)-per-core", value: deliveries / cpu, unit: "deliveries/s a core", better: .more,
                how: how + "; by the exchange's own CPU time"),
            Measurement(
                name: "\(load.name)-p50", value: latency.value(at: 0.5), unit: "ms", better: .less,
                how: how + "; from when it was due, every twentieth listener"),
            Measurement(
                name: "\(load.name)-p99", value: latency.value(at: 0.99), unit: "ms", better: .less,
                how: how + "; from when it was due, every twentieth listener"),
        ]
    }
}
