import CallModel
import ExchangePush
import Foundation
import Logging
import NIOCore
import NIOPosix
import PushDelivery
import PushPayload

/// Sends pushes to the stand-in for Apple's service over one HTTP/2 connection with TLS.
struct PushBenchmark: Benchmark {
    let name = "push"
    let figures: [Figure<Sample>] =
        [
            Figure<Sample>("pushes", "pushes/s", .more, how: { $0.saturated.how }) { $0.saturated.perSecond },
            Figure<Sample>(
                "push-cpu", "µs/push", .less,
                how: { $0.saturated.how + "; from the value to the outcome, callers included" }
            ) { $0.saturated.cpuMicroseconds },
        ] + Figure<Sample>.pair("push-handover", how: { $0.steadyHow }) { $0.steady }
    let activity = "sending pushes to a stand-in for Apple's service in a process of its own"

    static let topic = "org.example.app.voip"
    /// Pushes in progress at once at the highest rate: the number of streams that the stand-in allows.
    static let window = 1_000
    static let pushesPerSender = 40
    /// Pushes per second far below saturation, for the latency of one push.
    static let steadyRate = 500
    static let steadySeconds = 4
    static let rounds = 3

    struct Sample: Sendable {
        struct Saturated: Sendable {
            var perSecond: Double
            var cpuMicroseconds: Double
            var how: String
        }

        var saturated: Saturated
        /// Milliseconds from submission to the service's response.
        var steady: Percentiles
        var steadyHow: String
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let standin = try APNsProcess()
        defer { standin.stop() }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let sender = try sender(standin, group)
        sender.start()
        guard case .accepted = await sender.send(try push(0)) else {
            throw BenchError("the stand-in did not take a push")
        }
        let saturated = try await saturated(sender, standin, size)
        let (steady, how) = try await steady(sender, size)
        let figures = await sender.metrics().first?.metrics
        await sender.stop()
        try await group.shutdownGracefully()
        guard figures?.connectionsOpened == 1, figures?.accepted == figures?.submitted else {
            throw BenchError("not every push was taken over the first connection")
        }
        return Sample(saturated: saturated, steady: steady, steadyHow: how)
    }

    private func sender(_ standin: APNsProcess, _ group: MultiThreadedEventLoopGroup) throws -> PushSender {
        let endpoint = ServiceEndpoint(host: "localhost", port: standin.port, trustedPEM: standin.authorityPEM)
        let account = APNsAccount(
            teamID: standin.teamID, keyID: standin.keyID, privateKeyPEM: standin.keyPEM,
            topics: [PushBenchmark.topic], endpoints: [.production: endpoint])
        return try PushSender(
            PushConfiguration(apns: [account]), on: group,
            logger: Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Sends as many pushes as possible: each sender submits the next push as soon as the last was accepted.
    private func saturated(
        _ sender: PushSender, _ standin: APNsProcess, _ size: BenchSize
    ) async throws -> Sample.Saturated {
        let (window, rounds) = (size.of(PushBenchmark.window), size.of(PushBenchmark.rounds))
        let total = window * PushBenchmark.pushesPerSender
        var rates: [Double] = []
        var own: [Double] = []
        var others: [Double] = []
        for round in 0..<rounds {
            let mine = try ProcessUsage(of: getpid()).cpuSeconds
            let its = try ProcessUsage(of: standin.processID).cpuSeconds
            let started = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<window {
                    let first = 1 + round * total + task * PushBenchmark.pushesPerSender
                    group.addTask { try await sendInTurn(sender, from: first) }
                }
                try await group.waitForAll()
            }
            rates.append(Double(total) / started.duration(to: .now).milliseconds * 1_000)
            own.append((try ProcessUsage(of: getpid()).cpuSeconds - mine) * 1e6 / Double(total))
            others.append((try ProcessUsage(of: standin.processID).cpuSeconds - its) * 1e6 / Double(total))
        }
        let how =
            "\(total) rings to as many devices, \(window) under way, one connection, TLS, loopback; "
            + "best of \(rounds); the stand-in in a process of its own on the same two cores took "
            + "\(Int((others.min() ?? 0).rounded())) µs each"
        return Sample.Saturated(perSecond: rates.max() ?? .nan, cpuMicroseconds: own.min() ?? .nan, how: how)
    }

    private func sendInTurn(_ sender: PushSender, from first: Int) async throws {
        for number in first..<first + PushBenchmark.pushesPerSender {
            guard case .accepted = await sender.send(try push(number)) else {
                throw BenchError("a push was not taken")
            }
        }
    }

    /// Sends each push when it is due, whether or not earlier ones were answered (open loop).
    private func steady(_ sender: PushSender, _ size: BenchSize) async throws -> (Percentiles, how: String) {
        let total = size.of(PushBenchmark.steadyRate * PushBenchmark.steadySeconds)
        let started = ContinuousClock.now
        let latencies = try await withThrowingTaskGroup(of: Double.self) { group in
            for number in 0..<total {
                let due = started + .seconds(1) * number / PushBenchmark.steadyRate
                try await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
                let push = try push(100_000_000 + number)
                let handed = ContinuousClock.now
                group.addTask {
                    guard case .accepted = await sender.send(push) else { throw BenchError("a push was not taken") }
                    return handed.duration(to: .now).milliseconds
                }
            }
            return try await group.reduce(into: [Double]()) { $0.append($1) }
        }
        let how =
            "\(total) rings at \(PushBenchmark.steadyRate)/s (open loop), from handing in to the service's answer; "
            + "one connection, TLS, loopback"
        return (Percentiles(latencies), how)
    }

    private func push(_ number: Int) throws -> OutgoingPush {
        let text = String(number, radix: 16)
        let deadline = WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + 30_000)
        let token = try DeviceToken(
            String(repeating: "0", count: 64 - text.count) + text, at: .apns(topic: PushBenchmark.topic, .production),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
        let session = CallSessionID(UUIDValue.random(high: 7, low: UInt64(number)))
        var message = IncomingPush.ringing(session, organization: "42", deadline: deadline)
        message.callerReference = "caller-\(number)"
        return OutgoingPush(
            id: PushID(UUIDValue.random(high: 9, low: UInt64(number))), token: token, message: message,
            deadline: deadline)
    }
}
