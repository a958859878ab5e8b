import NIOCore
import NIOPosix
import Standins
import WireJSON

/// Measures ring sessions: webhooks, pushes, bridges, status requests and the notification of losing devices, of a
/// `carillon serve` in its own process with its database on disk. The stand-ins for Telnyx and for Apple's service
/// share the generator's process.
struct RingBenchmark: Benchmark {
    let name = "rings"
    let figures: [Figure<Sample>] =
        Figure<Sample>.pair("webhook", how: { $0.webhooks.how }) { $0.webhooks.latency }
        + [
            Figure<Sample>(
                "webhook-cpu", "ms/webhook", .less,
                how: { $0.webhooks.how + "; the exchange's own, rejecting the call included" }
            ) { $0.webhooks.cpuMilliseconds }
        ]
        + Figure<Sample>.pair(
            "ring-push",
            how: {
                $0.calls.how
                    + "; from the call at the stand-in for Telnyx until the stand-in for Apple's service has the push: "
                    + "webhook, commit, push"
            }
        ) { $0.calls.pushes }
        + Figure<Sample>.pair(
            "bridge",
            how: {
                $0.calls.how
                    + "; from the answer at the stand-in until it is told to bridge: webhook, claim committed, command"
            }
        ) { $0.calls.bridges }
        + Figure<Sample>.pair("call-status", how: { $0.calls.statusHow }) { $0.calls.status }
        + Figure<Sample>.pair("losers-told", how: { $0.losersHow }) { $0.losers }
    let activity = "ringing through stand-ins for Telnyx and for Apple's push service"

    /// Webhooks per second, as an account receives with some hundred calls per second.
    static let webhookRate = 500
    static let webhookSeconds = 10
    /// Calls one after the other, so that Telnyx's limit on dialing is not measured.
    static let calls = 300
    static let statusRate = 500
    static let statusSeconds = 5
    static let rounds = 2_000

    struct Sample: Sendable {
        struct Webhooks: Sendable {
            var latency: Percentiles
            var cpuMilliseconds: Double
            var how: String
        }

        struct Calls: Sendable {
            var pushes: Percentiles
            var bridges: Percentiles
            var how: String
            var status: Percentiles
            var statusHow: String
        }

        var webhooks: Webhooks
        var calls: Calls
        var losers: Percentiles
        var losersHow: String
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        let (webhooks, calls) = (try await webhooks(loop, size), try await calls(loop, size))
        let (losers, how) = try await losers(loop, size)
        try await group.shutdownGracefully()
        return Sample(webhooks: webhooks, calls: calls, losers: losers, losersHow: how)
    }

    private func webhooks(_ loop: any EventLoop, _ size: BenchSize) async throws -> Sample.Webhooks {
        let signer = TelnyxSigner()
        let parties = try await RingParties.start(webhookKey: signer.publicKey)
        let count = size.of(RingBenchmark.webhookRate * RingBenchmark.webhookSeconds)
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
                + "new call for an unassigned number: verified, stored with the decision, acknowledged; the rejection is "
                + "sent besides; from when it was due; loopback"
            return Sample.Webhooks(
                latency: latency, cpuMilliseconds: (after.cpuSeconds - before.cpuSeconds) * 1e3 / Double(count),
                how: how)
        } catch {
            await parties.stop()
            throw error
        }
    }

    private func calls(_ loop: any EventLoop, _ size: BenchSize) async throws -> Sample.Calls {
        let parties = try await RingParties.start()
        do {
            var (pushes, bridges): ([Double], [Double]) = ([], [])
            var live: String?
            for number in 0..<size.of(RingBenchmark.calls) {
                if let live {
                    _ = parties.telnyx.control("POST", "legs/\(live)/hangup")
                    try await Task.sleep(for: RingCall.rest)
                }
                let call = try await RingCall.play(number, parties)
                live = call.caller
                pushes.append(call.push.milliseconds)
                bridges.append(call.bridge.milliseconds)
            }
            let (status, statusHow) = try await status(parties, loop, size)
            await parties.stop()
            return Sample.Calls(
                pushes: Percentiles(pushes), bridges: Percentiles(bridges),
                how: "\(pushes.count) calls of the public network, one after the other, loopback", status: status,
                statusHow: statusHow)
        } catch {
            await parties.stop()
            throw error
        }
    }

    private func status(
        _ parties: RingParties, _ loop: any EventLoop, _ size: BenchSize
    ) async throws -> (Percentiles, how: String) {
        guard let session = parties.session else { throw BenchError("no push named a call") }
        let request = ByteBuffer(
            string: "GET /api/voip/call-status/\(session) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Authorization: Bearer \(RingParties.apiToken)\r\n\r\n")
        let count = size.of(RingBenchmark.statusRate * RingBenchmark.statusSeconds)
        let latency = try await RequestLoad.run(
            Array(repeating: request, count: count), perSecond: RingBenchmark.statusRate, port: parties.server.port,
            on: loop)
        let how =
            "\(count) questions about a call that goes on at \(RingBenchmark.statusRate)/s (open loop); from when each was due; "
            + "loopback"
        return (latency, how)
    }

    private func losers(_ loop: any EventLoop, _ size: BenchSize) async throws -> (Percentiles, how: String) {
        let server = try ServerProcess(configuration: RingRounds.configuration)
        defer { server.stop() }
        let rounds = size.of(RingBenchmark.rounds)
        let how =
            "\(rounds) calls to \(RingRounds.devices) devices over WebSocket, one after the other: from the answer of one until "
            + "the last of the others is told, with the winner committed before; loopback"
        return (try await RingRounds.run(rounds, port: server.port, on: loop), how)
    }
}

/// One public call: rung by push and by Telnyx, answered and bridged.
struct RingCall {
    /// Telnyx's id of the caller's leg, which stays connected.
    var caller: String
    /// From the call until the push.
    var push: Duration
    /// From the answer until the command to bridge.
    var bridge: Duration

    /// The time for the work after a call's end, which must not be measured with the next call.
    static let rest = Duration.milliseconds(20)

    static func play(_ number: Int, _ parties: RingParties) async throws -> RingCall {
        let (telnyx, watch) = (parties.telnyx, parties.watch)
        watch.forget()
        let began = ContinuousClock.now
        let caller = telnyx.callIn(from: "+1555010\(1_000 + number)", to: RingParties.number)
        let pushed = try await watch.first(.apns, "")
        _ = try await watch.first(.telnyx, "/v2/calls")
        guard let leg = parties.rungLeg else { throw BenchError("no device was rung") }
        let answered = ContinuousClock.now
        _ = telnyx.control("POST", "legs/\(leg)/answer")
        let bridged = try await watch.first(.telnyx, "actions/bridge")
        return RingCall(caller: caller, push: began.duration(to: pushed), bridge: answered.duration(to: bridged))
    }
}
