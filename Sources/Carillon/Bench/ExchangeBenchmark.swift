import NIOCore
import NIOPosix

/// Registrations, call set-ups and the memory of idle devices, against `carillon serve` in a process of its own.
struct ExchangeBenchmark: Benchmark {
    let name = "exchange"
    let figures = [
        "idle-device-memory", "registrations", "registration-cpu", "call-setup-steady-p50", "call-setup-steady-p99",
        "call-setup-steady-cpu", "call-setup-p50", "call-setup-p99", "call-setup-cpu", "call-setups",
    ]
    let activity = "registering devices and placing calls at an exchange of its own"

    /// Enough pairs that no rate below runs out of idle ones.
    static let devices = 400
    static let registrations = 5_000
    /// Logins under way at once: the exchange waits 10 ms before `clientReady`, which must not be what limits them.
    static let window = 256
    static let idleDevices = 5_000
    /// Calls a second offered: below saturation for the latencies, and a rate few exchanges reach.
    static let steadyRate = 500
    static let highRate = 2_000
    static let secondsPerRate = 5
    /// A rate nobody keeps up with, so that the number of pairs is what limits.
    static let beyondReach = 1_000_000
    static let saturatedCalls = 20_000

    func measure() async throws -> [Measurement] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        // An exchange of its own for each phase: what one leaves behind must not burden the next.
        let phases: [(ServerProcess) async throws -> [Measurement]] = [
            { try await idleMemory($0, loop) },
            { try await registrations($0, loop) },
            { try await paced($0, loop, rate: ExchangeBenchmark.steadyRate, suffix: "-steady") },
            { try await paced($0, loop, rate: ExchangeBenchmark.highRate, suffix: "") },
            { try await saturated($0, loop) },
        ]
        var measurements: [Measurement] = []
        for phase in phases {
            let server = try ServerProcess(configuration: ExchangeBenchmark.configuration)
            defer { server.stop() }
            measurements += try await phase(server)
        }
        try await group.shutdownGracefully()
        return measurements
    }

    /// Users `load0` … with one login each; passwords as `LoadFleet` says them.
    private static let configuration: String = {
        let users = (0..<devices).map { "  - {name: load\($0), password: load-load\($0)}" }.joined(separator: "\n")
        return "log-level: error\nusers:\n\(users)\n"
    }()

    private func registrations(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let before = try ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.registrations)
        let took = started.duration(to: .now)
        let after = try ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        let count = Double(ExchangeBenchmark.registrations)
        let cpu = (after.cpuSeconds - before.cpuSeconds) * 1e6 / count
        let how =
            "\(ExchangeBenchmark.registrations) sockets: connect, upgrade, password login, until clientReady; \(ExchangeBenchmark.window) at a time, loopback"
        return [
            Measurement(
                name: "registrations", value: count / took.milliseconds * 1000, unit: "registrations/s", better: .more,
                how: how),
            Measurement(
                name: "registration-cpu", value: cpu, unit: "µs/registration", better: .less,
                how: how + "; the exchange's own"),
        ]
    }

    /// Latency and CPU at a rate the exchange keeps up with.
    private func paced(_ server: ServerProcess, _ loop: any EventLoop, rate: Int, suffix: String) async throws
        -> [Measurement]
    {
        let run = try await calls(server, loop, rate: rate, total: rate * ExchangeBenchmark.secondsPerRate)
        let how =
            "\(run.total) calls offered at \(rate)/s (open loop), signalling only: INVITE, ringing, answer, BYE; "
            + "from when a call was due; loopback, generator in its own process"
        let (p50, p99) = (run.latency.value(at: 0.5), run.latency.value(at: 0.99))
        return [
            Measurement(name: "call-setup\(suffix)-p50", value: p50, unit: "ms", better: .less, how: how),
            Measurement(name: "call-setup\(suffix)-p99", value: p99, unit: "ms", better: .less, how: how),
            Measurement(
                name: "call-setup\(suffix)-cpu", value: run.cpuMilliseconds, unit: "ms/call", better: .less,
                how: how + "; the exchange's own"),
        ]
    }

    /// As many calls as the exchange carries: every pair has one under way at any time.
    private func saturated(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let total = ExchangeBenchmark.saturatedCalls
        let run = try await calls(server, loop, rate: ExchangeBenchmark.beyondReach, total: total)
        let how =
            "\(total) calls, \(ExchangeBenchmark.devices / 2) under way at any time (closed loop), signalling only; loopback, "
            + "generator in its own process on the same two cores"
        return [
            Measurement(name: "call-setups", value: run.perSecond, unit: "calls/s", better: .more, how: how)
        ]
    }

    private struct CallRun: Sendable {
        var total: Int
        var latency: Percentiles
        var perSecond: Double
        /// Of the exchange, a call.
        var cpuMilliseconds: Double
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
            cpuMilliseconds: (after.cpuSeconds - before.cpuSeconds) * 1000 / Double(total))
    }

    private func idleMemory(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        let before = try ProcessUsage(of: server.processID)
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.idleDevices)
        let after = try ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        let bytes = Double(after.residentBytes - before.residentBytes) / Double(ExchangeBenchmark.idleDevices)
        let how =
            "resident memory of the exchange with \(ExchangeBenchmark.idleDevices) more registered, idle devices; kernel buffers not counted"
        return [
            Measurement(name: "idle-device-memory", value: bytes, unit: "bytes/device", better: .less, how: how)
        ]
    }

    private func fleet(_ server: ServerProcess, _ loop: any EventLoop, count: Int) async throws -> NIOLoopBound<
        LoadFleet
    > {
        let port = server.port
        return try await loop.flatSubmit {
            let fleet = LoadFleet(port: port, on: loop)
            let bound = NIOLoopBound(fleet, eventLoop: loop)
            return fleet.logIn(count, window: ExchangeBenchmark.window) { "load\($0 % ExchangeBenchmark.devices)" }.map
            { bound }
        }.get()
    }

    private func close(_ fleet: NIOLoopBound<LoadFleet>, on loop: any EventLoop) async throws {
        try await loop.submit { fleet.value.close() }.get()
    }
}
