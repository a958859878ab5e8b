import CallModel
import ExchangePush
import Foundation
import PushDelivery
import PushPayload
import Standins
import Testing

/// The sender against the stand-in for Apple's service, over HTTP/2 and TLS, with what goes wrong out there.
@Suite(.timeLimit(.minutes(5))) struct APNsStandinTests {
    private static let accepted = PushOutcome.accepted(.production)

    @Test func `a ring arrives as it was written, and its answer comes back`() async throws {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            let push = try scene.ring(1)
            #expect(await scene.sender.send(push) == Self.accepted)
            let received = try #require(scene.standin.received.first)
            #expect(received.device == APNsScene.deviceText(1))
            #expect(received.topic == APNsScene.topic)
            #expect(received.priority == 10)
            #expect(received.id == push.id.description)
            #expect(received.expiration == .seconds(push.deadline.milliseconds / 1_000))
            #expect(IncomingPush(bytes: received.payload) == push.message)
        }
    }

    @Test func `a burst begins on one stream and then uses all that are allowed; each push is taken once`() async throws
    {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            let outcomes = try await scene.send(1...500)
            #expect(outcomes == Array(repeating: Self.accepted, count: 500))
            #expect(scene.standin.receivedCount == 500)
            #expect(Set(scene.standin.received.map(\.connection)) == [1])
            #expect(await scene.counters().attempts == 500)
        }
    }

    @Test func `a token that is gone says since when`() async throws {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            let gone = Duration.seconds(1_750_000_000)
            scene.standin.register(APNsDevice(token: APNsScene.deviceText(7), unregisteredAt: gone))
            let outcome = await scene.outcome(7)
            let moment = WallTime(milliseconds: 1_750_000_000_000)
            #expect(outcome == .tokenGone(TokenRemoval(.unregistered, goneSince: moment)))
            #expect(scene.standin.receivedCount == 0)
        }
    }

    @Test func `an unknown token of no known environment is tried in both`() async throws {
        try await APNsScene.play(clock: PushClock(isStanding: true), { $0.acceptsUnknownDevices = false }) { scene in
            let outcome = await scene.outcome(7, environment: nil)
            guard case .tokenGone(let removal)? = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(removal.cause == .badToken)
            #expect(await scene.counters().attempts == 2)
        }
    }

    @Test func `a topic of another team is refused, and nothing is sent for an unknown one`() async throws {
        try await APNsScene.play({ $0.topics = ["org.example.other.voip"] }) { scene in
            guard case .refused(let alarm)? = await scene.outcome(1) else {
                Issue.record("it was not refused")
                return
            }
            #expect(alarm.reason == "TopicDisallowed")
            let stranger = try scene.ring(2, topic: "org.example.stranger.voip")
            #expect(await scene.sender.send(stranger) == .suppressed(.noAccount))
        }
    }

    @Test func `scenario 55: rings of an expired provider token go out on a new connection with a new token`()
        async throws
    {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.clock.advance(by: .seconds(61 * 60))
            scene.clock.advance(by: .seconds(30 * 60))
            let outcomes = try await scene.send(1...50)
            #expect(outcomes == Array(repeating: Self.accepted, count: 50))
            #expect(scene.standin.receivedCount == 51)
            let counters = await scene.counters()
            #expect(counters.tokensMade == 2)
            #expect(counters.connectionsOpened == 2)
            #expect(Set(scene.standin.received.dropFirst().map(\.connection)) == [2])
        }
    }

    @Test func `a server that is started again goes on with its team's provider token`() async throws {
        let tokenStore = MemoryTokenStore()
        try await APNsScene.play(tokenStore: tokenStore) { scene async throws in
            #expect(await scene.outcome(1) == Self.accepted)
            #expect(try await scene.outcomeOfNextProcess(2, tokenStore: tokenStore) == Self.accepted)
            #expect(
                try await scene.outcomeOfNextProcess(3, tokenStore: nil, within: .seconds(2)) != Self.accepted,
                "a second token is refused")
            scene.standin.clock.advance(by: .seconds(21 * 60))
            scene.clock.advance(by: .seconds(21 * 60))
            #expect(
                try await scene.outcomeOfNextProcess(4, tokenStore: tokenStore) == Self.accepted,
                "and one more made in time")
        }
    }

    @Test func `a shutdown in mid-burst moves the remaining pushes to another connection`() async throws {
        try await APNsScene.play { scene in
            scene.standin.plan(APNsFault(.shutdown, after: 40))
            let outcomes = try await scene.send(1...100)
            #expect(outcomes == Array(repeating: Self.accepted, count: 100))
            #expect(Set(scene.standin.received.map(\.id)).count == 100)
            #expect(await scene.counters().connectionsOpened >= 2)
        }
    }

    @Test func `streams left out by a GOAWAY are sent again, the others are not`() async throws {
        try await APNsScene.play { scene in
            scene.standin.plan(APNsFault(.goAway, after: 40))
            let outcomes = try await scene.send(1...100)
            #expect(outcomes == Array(repeating: Self.accepted, count: 100))
            #expect(Set(scene.standin.received.map(\.id)).count == 100)
        }
    }

    @Test(arguments: [false, true])
    func `a reset stream is sent again on its own`(isProcessed: Bool) async throws {
        try await APNsScene.play { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.plan(APNsFault(.resetStream(isProcessed: isProcessed), after: 3))
            let outcomes = try await scene.send(1...10)
            #expect(outcomes == Array(repeating: Self.accepted, count: 10))
            #expect(Set(scene.standin.received.map(\.id)).count == 11)
            #expect(scene.standin.receivedCount == (isProcessed ? 12 : 11))
            #expect(await scene.counters().connectionsOpened == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a connection cut without an answer costs at most one push more`(isProcessed: Bool) async throws {
        try await APNsScene.play { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.plan(APNsFault(.cutConnection(isProcessed: isProcessed)))
            #expect(await scene.outcome(1) == Self.accepted)
            #expect(Set(scene.standin.received.map(\.id)).count == 2)
            #expect(scene.standin.receivedCount == (isProcessed ? 3 : 2))
        }
    }

    @Test func `a lost answer is not waited for beyond the ring`() async throws {
        try await APNsScene.play { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.plan(APNsFault(.loseResponse, count: nil))
            #expect(await scene.outcome(1, within: .seconds(10)) == .unanswered)
            // Before the deadline it may be sent again.
            #expect(scene.standin.receivedCount >= 2)
        }
    }

    @Test func `errors that last until the deadline end with it, and nothing arrives later`() async throws {
        try await APNsScene.play { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.plan(APNsFault(.refuse(.internalServerError), count: nil))
            let outcome = await scene.outcome(1, within: .seconds(1))
            // On a busy machine the deadline may come between an attempt and its answer.
            #expect(outcome == .expired || outcome == .unanswered)
            scene.standin.forgetFaults()
            #expect(await scene.outcome(2) == Self.accepted)
            let rang = scene.standin.received.map { IncomingPush(bytes: $0.payload).callSession?.value.low }
            #expect(rang == [1_000, 2])
        }
    }

    @Test func `fewer streams than before are kept to`() async throws {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            #expect(await scene.outcome(1_000) == Self.accepted)
            scene.standin.plan(APNsFault(.lowerStreams(2)))
            #expect(await scene.outcome(1) == Self.accepted)
            let outcomes = try await scene.send(2...60)
            #expect(outcomes == Array(repeating: Self.accepted, count: 59))
            #expect(await scene.counters().attempts == 61)
        }
    }

    @Test func `a device that gets too many is served later, in order`() async throws {
        // The connection is there before the two are sent, so that only a machine that takes ten seconds for one more
        // push would bring the second late enough to be let through.
        try await APNsScene.play({ $0.deviceRate = StandinRate(1, per: .seconds(10)) }) { scene in
            #expect(await scene.outcome(3, device: 8) == Self.accepted)
            async let first = scene.outcome(1, device: 9)
            async let second = scene.outcome(2, device: 9)
            let outcomes = await [first, second]
            #expect(outcomes == [Self.accepted, Self.accepted])
            #expect(scene.standin.receivedCount == 3)
            #expect(await scene.counters().slowed >= 1)
        }
    }

    @Test func `without a service a ring ends at its deadline`() async throws {
        try await APNsScene.play(deadPort: true) { scene in
            #expect(await scene.outcome(1, within: .milliseconds(400)) == .expired)
        }
    }

    @Test func `after a stop nothing is taken in`() async throws {
        try await APNsScene.play(clock: PushClock(isStanding: true)) { scene in
            #expect(await scene.outcome(1) == Self.accepted)
            await scene.sender.stop()
            #expect(await scene.outcome(2) == .stopped)
            #expect(scene.standin.receivedCount == 1)
        }
    }
}
