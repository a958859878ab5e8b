import ExchangeServer
import NIOCore
import NIOPosix
import Redaction

/// Measures fan-out, publishing and the memory of idle listeners of a `carillon serve` in its own process.
struct BroadcastBenchmark: Benchmark {
    let name = "broadcast"
    let figures: [Figure<Sample>] =
        [
            Figure<Sample>(
                "listener-memory", "bytes/socket", .less,
                how: { "resident memory of the exchange with \($0.idle.how), idle; kernel buffers not counted" }
            ) { $0.idle.bytes },
            Figure<Sample>(
                "listener-connect-cpu", "µs/socket", .less,
                how: { "\($0.idle.how): connect, upgrade, subscribe; the exchange's own" }
            ) { $0.idle.cpuMicroseconds },
            Figure<Sample>("publish-cpu", "µs/publish", .less, how: { $0.published.how + "; the exchange's own" }) {
                $0.published.cpuMicroseconds
            },
            Figure<Sample>("publishes", "publishes/s", .more, how: { $0.published.how }) { $0.published.perSecond },
        ] + Figure<Sample>.pair("publish", how: { $0.published.how }) { $0.published.latency }
        + FanOut.figures(of: "broadcast").map { figure in figure.of { (taken: Sample) in taken.fanOut } }
    let activity = "broadcasting to thousands of listeners from an exchange of its own"
    let splitsCores = true

    static let app = BroadcastApp(id: "1", key: "bench", secret: Redacted("secret-of-a-benchmark"))
    static let manyListeners = 10_000
    static let publications = 40_000
    static let publishers = 16

    struct Sample: Sendable {
        struct Idle: Sendable {
            var bytes: Double
            var cpuMicroseconds: Double
            var how: String
        }

        struct Published: Sendable {
            var latency: Percentiles
            var cpuMicroseconds: Double
            var perSecond: Double
            var how: String
        }

        var idle: Idle
        var published: Published
        var fanOut: FanOut.Runs
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        try DescriptorLimit.raise(toAtLeast: size.of(BroadcastBenchmark.manyListeners) + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let taken = Sample(
            idle: try await served { try await idleMemory($0, loop, size) },
            published: try await served { try await publishing($0, loop, size) },
            fanOut: try await FanOut.Runs(size) { load in
                try await served { server in
                    try await FanOut(
                        processID: server.processID, port: server.port, listener: BroadcastBenchmark.listener,
                        publisher: { PublisherSocket(to: EventStream.channel) }, publishing: "HTTP"
                    ).run(load, on: loop)
                }
            })
        try await group.shutdownGracefully()
        return taken
    }

    private static let listener: ListenerPool.Listener = { ListenerSocket(of: $0, isSampled: $1, ready: $2) }

    private func served<Value>(_ body: (ServerProcess) async throws -> Value) async throws -> Value {
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

    private func idleMemory(
        _ server: ServerProcess, _ loop: any EventLoop, _ size: BenchSize
    ) async throws -> Sample.Idle {
        let before = try ProcessUsage(of: server.processID)
        let count = size.of(BroadcastBenchmark.manyListeners)
        let pool = try await ListenerPool.connected(
            count, of: BroadcastBenchmark.listener, port: server.port, on: loop)
        let after = try ProcessUsage(of: server.processID)
        try await loop.submit { pool.value.close() }.get()
        return Sample.Idle(
            bytes: (Double(after.residentBytes) - Double(before.residentBytes)) / Double(count),
            cpuMicroseconds: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(count),
            how: "\(count) sockets that each listen to one channel")
    }

    private func publishing(
        _ server: ServerProcess, _ loop: any EventLoop, _ size: BenchSize
    ) async throws -> Sample.Published {
        let (port, total) = (server.port, size.of(BroadcastBenchmark.publications))
        let before = try ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let latency = try await loop.flatSubmit {
            let load = PublishLoad(port: port, on: loop, total: total)
            let bound = NIOLoopBound(load, eventLoop: loop)
            return load.run(publishers: BroadcastBenchmark.publishers).map { Percentiles(bound.value.milliseconds) }
        }.get()
        let took = started.duration(to: .now)
        let after = try ProcessUsage(of: server.processID)
        return Sample.Published(
            latency: latency, cpuMicroseconds: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(total),
            perSecond: Double(total) / took.milliseconds * 1000,
            how: "\(total) signed POSTs of an event without listeners, \(BroadcastBenchmark.publishers) connections, "
                + "one request under way on each; loopback")
    }
}
