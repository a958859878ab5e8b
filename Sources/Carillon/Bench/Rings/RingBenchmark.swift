import NIOCore
import NIOPosix
import Standins

/// Ring sessions: webhooks, the bridge, pushes, who is told and what is asked, against `carillon serve` in a process of
/// its own with its database on the disk. The stand-ins for Telnyx and for Apple's service share the generator's process.
struct RingBenchmark: Benchmark {
    let name = "rings"
    let figures = [
        "webhook-p50", "webhook-p99", "webhook-cpu", "ring-push-p50", "ring-push-p99", "bridge-p50", "bridge-p99",
        "call-status-p50", "call-status-p99", "losers-told-p50", "losers-told-p99",
    ]
    let activity = "ringing through stand-ins for Telnyx and for Apple's push service"

    /// Webhooks a second, which a busy account has at some hundred calls a second.
    static let webhookRate = 500
    static let webhookSeconds = 10
    /// Calls one after the other: far below what Telnyx lets an account dial, which is not to be measured.
    static let calls = 300
    static let statusRate = 500
    static let statusSeconds = 5
    static let rounds = 2_000

    func measure() async throws -> [Measurement] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let measurements = try await [webhooks(loop), calls(loop), losers(loop)].flatMap { $0 }
        try await group.shutdownGracefully()
        return measurements
    }

    private func webhooks(_ loop: any EventLoop) async throws -> [Measurement] {
        let signer = TelnyxSigner()
        let parties = try await RingParties.start(webhookKey: signer.publicKey)
        let count = RingBenchmark.webhookRate * RingBenchmark.webhookSeconds
        do {
            let requests = (0..<count).map { SignedWebhook.request($0, by: signer) }
            let server = parties.server
            let before = try ProcessUsage(of: server.processID)
            let latency = try await RequestLoad.run(
                requests, perSecond: RingBenchmark.webhookRate, port: server.port, on: loop)
            let after = try ProcessUsage(of: server.processID)
            await parties.stop()
            let how =
                "\(count) signed webhooks of \(requests[0].readableBytes) bytes at \(RingBenchmark.webhookRate)/s (open loop), each a "
                + "new call for nobody's number: verified, stored with what was decided, acknowledged; the turning away is "
                + "sent besides; from when it was due; loopback"
            return [
                Measurement(name: "webhook-p50", value: latency.value(at: 0.5), unit: "ms", better: .less, how: how),
                Measurement(name: "webhook-p99", value: latency.value(at: 0.99), unit: "ms", better: .less, how: how),
                Measurement(
                    name: "webhook-cpu", value: (after.cpuSeconds - before.cpuSeconds) * 1e3 / Double(count),
                    unit: "ms/webhook", better: .less, how: how + "; the exchange's own, turning away included"),
            ]
        } catch {
            await parties.stop()
            throw error
        }
    }

    private func calls(_ loop: any EventLoop) async throws -> [Measurement] {
        let parties = try await RingParties.start()
        do {
            var (pushes, bridges): ([Double], [Double]) = ([], [])
            var live: String?
            for number in 0..<RingBenchmark.calls {
                if let live {
                    _ = parties.telnyx.control("POST", "legs/\(live)/hangup")
                    try await Task.sleep(for: RingCall.rest)
                }
                let call = try await RingCall.play(number, parties)
                live = call.caller
                pushes.append(call.push.milliseconds)
                bridges.append(call.bridge.milliseconds)
            }
            let measured = try await status(parties, loop)
            await parties.stop()
            let how = "\(RingBenchmark.calls) calls of the public network, one after the other, loopback"
            return RingBenchmark.pair(
                "ring-push", Percentiles(pushes),
                how + "; from the call at the stand-in for Telnyx until the stand-in for Apple's service has the push: "
                    + "webhook, commit, push")
                + RingBenchmark.pair(
                    "bridge", Percentiles(bridges),
                    how
                        + "; from the answer at the stand-in until it is told to bridge: webhook, claim committed, command"
                )
                + measured
        } catch {
            await parties.stop()
            throw error
        }
    }

    private func status(_ parties: RingParties, _ loop: any EventLoop) async throws -> [Measurement] {
        guard let session = parties.session else { throw BenchError("no push named a call") }
        let request = ByteBuffer(
            string: "GET /api/voip/call-status/\(session) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Authorization: Bearer \(RingParties.apiToken)\r\n\r\n")
        let count = RingBenchmark.statusRate * RingBenchmark.statusSeconds
        let latency = try await RequestLoad.run(
            Array(repeating: request, count: count), perSecond: RingBenchmark.statusRate, port: parties.server.port,
            on: loop)
        return RingBenchmark.pair(
            "call-status", latency,
            "\(count) questions about a call that goes on at \(RingBenchmark.statusRate)/s (open loop); from when each was due; "
                + "loopback")
    }

    private func losers(_ loop: any EventLoop) async throws -> [Measurement] {
        let server = try ServerProcess(configuration: RingRounds.configuration)
        defer { server.stop() }
        let told = try await RingRounds.run(RingBenchmark.rounds, port: server.port, on: loop)
        return RingBenchmark.pair(
            "losers-told", told,
            "\(RingBenchmark.rounds) calls to \(RingRounds.devices) devices over WebSocket, one after the other: from the answer of one until "
                + "the last of the others is told, with the winner committed before; loopback")
    }

    private static func pair(_ name: String, _ figures: Percentiles, _ how: String) -> [Measurement] {
        [(0.5, "p50"), (0.99, "p99")].map { share, suffix in
            Measurement(
                name: "\(name)-\(suffix)", value: figures.value(at: share), unit: "ms", better: .less, how: how)
        }
    }
}
