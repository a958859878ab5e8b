import MediaEngine
import NativeMedia
import Synchronization
import Testing

/// Decides which datagrams are lost: the same ones for the same seed.
private final class Losses: Sendable {
    private let count = Mutex(0)
    private let random: Mutex<UInt64>

    init(seed: UInt64 = 0) { random = Mutex(seed) }

    /// Every nth from `first` on. An odd n, or it is always the same peer whose datagrams are lost.
    func every(_ n: Int, startingAt first: Int) -> Bool {
        count.withLock { count in
            defer { count += 1 }
            return count >= first && (count - first) % n == 0
        }
    }

    /// One in `n`, without a pattern: retransmissions have one of their own.
    func one(in n: UInt64) -> Bool {
        random.withLock { random in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % n == 0
        }
    }
}

extension MediaTests {
    @Suite struct LossTests {
        @Test(arguments: 1...8 as ClosedRange<UInt64>)
        func `with a fifth of the DTLS datagrams lost a call still comes up`(seed: UInt64) async throws {
            let losses = Losses(seed: seed)
            var options = NativeMediaOptions()
            options.loses = { $0 == .dtls && losses.one(in: 5) }
            let call = try TestCall(try NativeMediaEngine(options))
            try await call.connect()
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `lost packets are counted, concealed, and the tone stays`() async throws {
            let losses = Losses()
            var options = NativeMediaOptions()
            options.loses = { $0 == .rtp && losses.every(21, startingAt: 100) }
            let call = try TestCall(try NativeMediaEngine(options))
            try await call.connect()
            let statistics = try await call.callee.wait("loss") { event -> MediaStatistics? in
                guard case .statistics(let statistics) = event, statistics.packetsLost >= 3,
                    statistics.framesConcealed >= 2, statistics.remoteFractionLost != nil
                else { return nil }
                return statistics
            }
            #expect(Double(statistics.packetsLost) < Double(statistics.packetsReceived) * 0.15)
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `pitfall 7: a peer that falls silent interrupts, and heals when it is back`() async throws {
            let isGone = Mutex(false)
            var options = NativeMediaOptions()
            options.linkLimits.mediaSilenceMax = .seconds(1)
            options.loses = { _ in isGone.withLock { $0 } }
            let call = try TestCall(try NativeMediaEngine(options))
            try await call.connect()
            try await call.awaitBothTones()
            isGone.withLock { $0 = true }
            try await call.caller.wait(for: .interrupted)
            isGone.withLock { $0 = false }
            try await call.caller.wait(for: .connected)
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `pitfall 7: a peer that stays away fails the connection`() async throws {
            let isGone = Mutex(false)
            var options = NativeMediaOptions()
            options.linkLimits.mediaSilenceMax = .seconds(1)
            options.loses = { _ in isGone.withLock { $0 } }
            let call = try TestCall(
                try NativeMediaEngine(options),
                caller: {
                    // It holds for the first connection too, which takes a while on a busy machine.
                    $0.interruptionLimit = .seconds(10)
                })
            try await call.connect()
            isGone.withLock { $0 = true }
            try await call.caller.wait(for: .interrupted)
            try await call.caller.wait(for: .failed)
            try await call.close()
        }
    }
}
