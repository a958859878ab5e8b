import NIOCore
import NIOPosix

/// Registrations, call set-ups and the memory of idle devices, against `carillon serve` in a process of its own.
struct ExchangeBenchmark: Benchmark {
    let name = "exchange"
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

    func measure() async throws -> [Measurement] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        // An exchange of its own for each phase: what one leaves behind must not burden the next.
        let phases: [(ServerProcess) async throws -> [Measurement]] = [
            { try await idleMemory($0, loop) },
            { try await registrations($0, loop) },
            { try await calls($0, loop, rate: ExchangeBenchmark.steadyRate, suffix: "-steady") },
            { try await calls($0, loop, rate: ExchangeBenchmark.highRate, suffix: "") },
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
        let before = ProcessUsage(of: server.processID)
        let started = ContinuousClock.now
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.registrations)
        let took = started.duration(to: .now)
        let after = ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        let count = Double(ExchangeBenchmark.registrations)
        let cpu = ((after?.cpuSeconds ?? .nan) - (before?.cpuSeconds ?? .nan)) * 1e6 / count
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

    private func calls(_ server: ServerProcess, _ loop: any EventLoop, rate: Int, suffix: String) async throws
        -> [Measurement]
    {
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.devices)
        let before = ProcessUsage(of: server.processID)
        let total = rate * ExchangeBenchmark.secondsPerRate
        let started = ContinuousClock.now
        let load = try await loop.flatSubmit {
            let load = CallLoad(fleet: fleet.value, loop: loop, callsPerSecond: rate, total: total)
            let bound = NIOLoopBound(load, eventLoop: loop)
            return load.run().map { (bound.value.setUpMilliseconds, bound.value.delayed) }
        }.get()
        let took = started.duration(to: .now)
        let after = ProcessUsage(of: server.processID)
        try await close(fleet, on: loop)
        let latency = Percentiles(load.0)
        let cpu = ((after?.cpuSeconds ?? .nan) - (before?.cpuSeconds ?? .nan)) * 1000 / Double(total)
        let how =
            "\(total) calls offered at \(rate)/s (open loop), signalling only: INVITE, ringing, answer, BYE; loopback, generator in its own process"
        return [
            Measurement(
                name: "call-setups\(suffix)", value: Double(total) / took.milliseconds * 1000, unit: "calls/s",
                better: .more, how: how),
            Measurement(
                name: "call-setup\(suffix)-p50", value: latency.value(at: 0.5), unit: "ms", better: .less, how: how),
            Measurement(
                name: "call-setup\(suffix)-p99", value: latency.value(at: 0.99), unit: "ms", better: .less, how: how),
            Measurement(
                name: "call-setup\(suffix)-cpu", value: cpu, unit: "ms/call", better: .less,
                how: how + "; the exchange's own"),
        ]
    }

    private func idleMemory(_ server: ServerProcess, _ loop: any EventLoop) async throws -> [Measurement] {
        guard let before = ProcessUsage(of: server.processID) else { throw BenchError("the exchange is gone") }
        let fleet = try await self.fleet(server, loop, count: ExchangeBenchmark.idleDevices)
        guard let after = ProcessUsage(of: server.processID) else { throw BenchError("the exchange is gone") }
        try await close(fleet, on: loop)
        let bytes = Double(after.residentBytes - before.residentBytes) / Double(ExchangeBenchmark.idleDevices)
        let how =
            "resident memory of the exchange with \(ExchangeBenchmark.idleDevices) more registered, idle devices; kernel buffers not counted"
        return [
            Measurement(name: "idle-device-memory", value: max(0, bytes), unit: "bytes/device", better: .less, how: how)
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
