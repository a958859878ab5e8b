import ExchangePush
import PushDelivery
import Standins
import Testing
import WireJSON

/// The sender against a Google as strict as the real one.
@Suite(.timeLimit(.minutes(5))) struct FCMStandinTests {
    private static let accepted = PushOutcome.accepted(nil)

    /// Our object, which stands in one text of the data.
    private func reported(_ message: ReceivedMessage) throws -> JSONObject {
        let text = try #require(message.data["carillon"]?.string)
        return try #require(try JSONParser.parse(Array(text.utf8)).object)
    }

    @Test func `a ring arrives urgent, with its data as texts; the end of it arrives without haste`() async throws {
        try await FCMScene.play { scene async throws in
            #expect(try await scene.send(1) == Self.accepted)
            #expect(try await scene.send(1, isEnd: true) == Self.accepted)
            let (ring, end) = (try #require(scene.standin.received.first), try #require(scene.standin.received.last))
            #expect(ring.device == FCMScene.deviceText(1) && ring.isUrgent && !end.isUrgent)
            #expect(ring.data.members.allSatisfy { $0.value.string != nil })
            let (call, over) = (try reported(ring), try reported(end))
            #expect(call["type"] == "call" && call["organization"] == "1")
            #expect(over["type"] == "ended" && over["session"] == call["session"])
            #expect(try #require(ring.expiration) <= ring.at + PushTimeout.ring)
        }
    }

    @Test func `one access token serves every message, and the one after it when it was revoked`() async throws {
        try await FCMScene.play { scene async throws in
            for number in 1...5 { #expect(try await scene.send(number) == Self.accepted) }
            #expect(await scene.counters().tokensMade == 1)
            scene.standin.revokeTokens()
            #expect(try await scene.send(6) == Self.accepted, "a 401 costs a new token, not the ring")
            #expect(await scene.counters().tokensMade == 2)
        }
    }

    @Test func `a device that has removed the app is said to be gone`() async throws {
        try await FCMScene.play { scene async throws in
            scene.standin.unregister(FCMScene.deviceText(7))
            guard case .tokenGone(let removal) = try await scene.send(7) else {
                Issue.record("the token is still thought good")
                return
            }
            #expect(removal.cause == .unregistered)
        }
    }

    @Test(arguments: [500: Duration.milliseconds(500)...(.seconds(1)), 503: .seconds(12)...(.seconds(24))])
    func `a service that is ill for a moment is asked again, and the ring arrives once`(
        status: Int, waits: ClosedRange<Duration>
    ) async throws {
        try await FCMScene.play(clock: PushClock(isStanding: true)) { scene async throws in
            scene.standin.plan(HTTPFault(.refuse(status: status), path: "messages:send"))
            async let outcome = scene.send(8)
            scene.clock.advance(by: await scene.clock.timer(in: waits))
            #expect(try await outcome == Self.accepted)
            #expect(scene.standin.received.map(\.device) == [FCMScene.deviceText(8)])
            #expect(await scene.counters().retries == 1)
        }
    }

    @Test func `a connection that is cut before the message was read costs nothing but another try`() async throws {
        try await FCMScene.play { scene async throws in
            scene.standin.plan(HTTPFault(.cutConnection(isProcessed: false), path: "messages:send"))
            #expect(try await scene.send(9) == Self.accepted)
            #expect(scene.standin.received.count == 1)
        }
    }

    @Test func `without an access token a ring ends at its deadline`() async throws {
        try await FCMScene.play { scene async throws in
            scene.standin.plan(HTTPFault(.refuse(status: 503), count: nil, path: "token"))
            #expect(try await scene.send(10, within: .milliseconds(1_200)) == .expired)
            #expect(scene.standin.received.isEmpty)
        }
    }
}
