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
        + FanOut.loads.flatMap { $0.figures(of: BroadcastBenchmark.fanOutName) }
    let activity = "broadcasting to thousands of listeners from an exchange of its own"
    let splitsCores = true

    static let app = BroadcastApp(id: "1", key: "bench", secret: Redacted("secret-of-a-benchmark"))
    static let manyListeners = 10_000
    /// What begins the names of the figures that peers have as well.
    static let fanOutName = "broadcast"
    static let publications = 40_000
    static let publishers = 16

    func measure() async throws -> [Measurement] {
        try DescriptorLimit.raise(toAtLeast: BroadcastBenchmark.manyListeners + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var measurements: [Measurement] = []
        measurements += try await served { try await idleMemory($0, loop) }
        measurements += try await served { try await publishing($0, loop) }
        for load in FanOut.loads {
            measurements += try await served { server in
                try await FanOut(
                    name: BroadcastBenchmark.fanOutName, processID: server.processID, port: server.port,
                    listener: BroadcastBenchmark.listener, publisher: { PublisherSocket(to: EventStream.channel) },
                    publishing: "HTTP"
                ).run(load, on: loop)
            }
        }
        try await group.shutdownGracefully()
        return measurements
    }

    private static let listener: ListenerCrowd.Listener = { ListenerSocket(of: $0, isSampled: $1, ready: $2) }

    private func served(_ body: (ServerProcess) async throws -> [Measurement]) async throws -> [Measurement] {
        let app = BroadcastBenchmark.app
        let server = try ServerProcess(
            configuration: """
                log-level: error
                limits: { connections: 20000 }
                broadcast-apps: [{ id: "\(app.id)", key: \(app.key), secret: \(app.secret.revealed) }]
                """, onCoreOfItsOwn: true)
        defer { server.stop() }
        return try await body(server)
    }

    private func idleMemory(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let before = try ProcessUsage(of: server.processID)
        let count = BroadcastBenchmark.manyListeners
        let crowd = try await ListenerCrowd.connected(
            count, of: BroadcastBenchmark.listener, port: server.port, on: loop)
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
}
