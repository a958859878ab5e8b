import NIOCore
import NIOPosix

/// Measures registrations, call set-ups and the memory of idle devices of a `carillon serve` in its own process.
struct ExchangeBenchmark: Benchmark {
    let name = "exchange"
    let figures: [Figure<Sample>] =
        [
            Figure<Sample>("idle-device-memory", "bytes/device", .less, how: { $0.idle.how }) { $0.idle.bytes },
            Figure<Sample>("registrations", "registrations/s", .more, how: { $0.registered.how }) {
                $0.registered.perSecond
            },
            Figure<Sample>(
                "registration-cpu", "µs/registration", .less, how: { $0.registered.how + "; the exchange's own" }
            ) { $0.registered.cpuMicroseconds },
        ] + Self.figures(of: "call-setup-steady") { $0.steady } + Self.figures(of: "call-setup") { $0.high } + [
            Figure<Sample>(
                "call-setups", "calls/s", .more,
                how: {
                    "\($0.saturated.total) calls, \(ExchangeBenchmark.devices / 2) under way at any time (closed loop), signaling only; loopback, "
                        + "generator in its own process on the same two cores"
                }
            ) { $0.saturated.perSecond }
        ]
    let activity = "registering devices and placing calls at an exchange of its own"

    /// Enough devices that no rate below runs out of idle pairs.
    static let devices = 400
    static let registrations = 5_000
    /// Logins in progress at once. The exchange waits 10 ms before `clientReady`; with fewer logins, that wait would be
    /// the limit.
    static let window = 256
    static let idleDevices = 5_000
    /// Offered calls per second: a rate below saturation, for latencies, and a rate that few exchanges reach.
    static let steadyRate = 500
    static let highRate = 2_000
    static let secondsPerRate = 5
    /// A rate that no exchange reaches, so that the number of pairs is the limit.
    static let beyondReach = 1_000_000
    static let saturatedCalls = 20_000

    struct Sample: Sendable {
        struct Idle: Sendable {
            var bytes: Double
            var how: String
        }

        struct Registered: Sendable {
            var perSecond: Double
            var cpuMicroseconds: Double
            var how: String
        }

        var idle: Idle
        var registered: Registered
        var steady: CallRun
        var high: CallRun
        var saturated: CallRun
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let taken = Sample(
            idle: try await alone { try await idleMemory($0, loop, size) },
            registered: try await alone { try await registrations($0, loop, size) },
            steady: try await alone { try await paced($0, loop, rate: ExchangeBenchmark.steadyRate, size) },
            high: try await alone { try await paced($0, loop, rate: ExchangeBenchmark.highRate, size) },
            saturated: try await alone { server in
                try await calls(
                    server, loop, rate: ExchangeBenchmark.beyondReach, total: size.of(ExchangeBenchmark.saturatedCalls))
            })
        try await group.shutdownGracefully()
        return taken
    }

    /// Runs a phase against a new exchange, so that no phase is slowed by the one before.
    private func alone<Value>(_ phase: (ServerProcess) async throws -> Value) async throws -> Value {
        let server = try ServerProcess(configuration: ExchangeBenchmark.configuration)
        defer { server.stop() }
        return try await phase(server)
    }

    private static func figures(
        of name: String, _ run: @escaping @Sendable (Sample) -> CallRun
    ) -> [Figure<Sample>] {
        Figure.pair(name, how: { run($0).how }) { run($0).latency } + [
            Figure("\(name)-cpu", "ms/call", .less, how: { run($0).how + "; the exchange's own" }) {
                run($0).cpuMilliseconds
            }
        ]
    }

    /// Users `load0` … with one login each and the passwords that `DevicePool` sends.
    private static let configuration: String = {
        let users = (0..<devices).map { "  - {name: load\($0), password: load-load\($0)}" }.joined(separator: "\n")
        return "log-level: error\nlimits: { ring-starts-per-minute: 1000000 }\nusers:\n\(users)\n"
    }()

    private func registrations(
        _ server: ServerProcess, _ loop: any EventLoop, _ size: BenchSize
    ) async throws -> Sample.Registered {
        let total = size.of(ExchangeBenchmark.registrations)
        let before = try ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let fleet = try await self.fleet(server, loop, count: total)
        let took = started.duration(to: .now)
        let after = try ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        return Sample.Registered(
            perSecond: Double(total) / took.milliseconds * 1000,
            cpuMicroseconds: (after.cpuSeconds - before.cpuSeconds) * 1e6 / Double(total),
            how: "\(total) sockets: connect, upgrade, password login, until clientReady; "
                + "\(ExchangeBenchmark.window) at a time, loopback")
    }

    /// Measures latency and CPU time at a rate that the exchange sustains.
    private func paced(
        _ server: ServerProcess, _ loop: any EventLoop, rate: Int, _ size: BenchSize
    ) async throws -> CallRun {
        try await calls(server, loop, rate: rate, total: size.of(rate * ExchangeBenchmark.secondsPerRate))
    }

    struct CallRun: Sendable {
        var total: Int
        var latency: Percentiles
        var perSecond: Double
        /// The exchange's CPU time per call.
        var cpuMilliseconds: Double
        var rate: Int

        var how: String {
            "\(total) calls offered at \(rate)/s (open loop), signaling only: INVITE, ringing, answer, BYE; "
                + "from when a call was due; loopback, generator in its own process"
        }
    }

    private func calls(_ server: ServerProcess, _ loop: any EventLoop, rate: Int, total: Int) async throws -> CallRun {
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.devices)
        let before = try ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let milliseconds = try await loop.flatSubmit {
            let load = CallLoad(fleet: fleet.value, loop: loop, callsPerSecond: rate, total: total)
            let bound = NIOLoopBound(load, eventLoop: loop)
            return load.run().map { bound.value.setUpMilliseconds }
        }.get()
        let took = started.duration(to: .now)
        let after = try ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        return CallRun(
            total: total, latency: Percentiles(milliseconds), perSecond: Double(total) / took.milliseconds * 1000,
            cpuMilliseconds: (after.cpuSeconds - before.cpuSeconds) * 1000 / Double(total), rate: rate)
    }

    private func idleMemory(
        _ server: ServerProcess, _ loop: any EventLoop, _ size: BenchSize
    ) async throws -> Sample.Idle {
        let count = size.of(ExchangeBenchmark.idleDevices)
        let before = try ProcessUsage(of: server.processID)
        let fleet = try await self.fleet(server, loop, count: count)
        let after = try ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        return Sample.Idle(
            bytes: (Double(after.residentBytes) - Double(before.residentBytes)) / Double(count),
            how:
                "resident memory of the exchange with \(count) more registered, idle devices; kernel buffers not counted"
        )
    }

    private func fleet(_ server: ServerProcess, _ loop: any EventLoop, count: Int) async throws -> NIOLoopBound<
        DevicePool
    > {
        let port = server.port
        return try await loop.flatSubmit {
            let fleet = DevicePool(port: port, on: loop)
            let bound = NIOLoopBound(fleet, eventLoop: loop)
            return fleet.logIn(count, window: ExchangeBenchmark.window) { "load\($0 % ExchangeBenchmark.devices)" }.map
            { bound }
        }.get()
    }

    private func close(_ fleet: NIOLoopBound<DevicePool>, on loop: any EventLoop) async throws {
        try await loop.submit { fleet.value.close() }.get()
    }
}
