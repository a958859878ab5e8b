import CallModel
import ExchangeServer
import NIOHTTP1
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// Calls of the public network on the running exchange: Telnyx, Apple's push service and the database are reached over
/// loopback as they would be outside.
@Suite(.timeLimit(.minutes(5))) struct PublicCallTests {
    @Test func `a call rings two phones by push; both answer at once, one talks and the other is told`() async throws {
        try await RingScene.play { scene in
            let (caller, session, rung) = try await scene.ringing()
            let pushes = try await scene.pushes(2)
            #expect(Set(pushes.map(\.token)) == Set(["alice1", "alice2"].map(RingScene.tokenText)))
            #expect(pushes.allSatisfy { $0.type == "call" && $0.session == session })
            #expect(pushes.allSatisfy { !$0.text.contains("5550100001") }, "a push does not reveal the caller")
            await withTaskGroup(of: Void.self) { group in
                for leg in rung { group.addTask { scene.act("answer", on: leg.id) } }
            }
            let winner = try await scene.until {
                let legs = scene.legs.filter { !$0.isIncoming }
                return legs.contains { $0.state == "over" } ? legs.first { $0.state == "bridged" } : nil
            }
            #expect(winner.partner == caller)
            #expect(scene.asked("actions/bridge").count == 1)
            #expect(scene.asked("actions/answer").count == 1)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(RingScene.address(of: active["winner"]?.string ?? "") == winner.to)

            scene.act("hangup", on: caller)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "completedByCaller")
            let reasons = (ended["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
            #expect(reasons.sorted() == ["answered", "answeredElsewhere"])
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            #expect(scene.apns.receivedCount == 2, "the loser had answered, and heard the end on its own leg")
        }
    }

    @Test func `a caller who gives up silences every phone and is a missed call`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.act("hangup", on: caller)
            let cancels = try await scene.pushes(4).dropFirst(2)
            #expect(cancels.allSatisfy { $0.type == "ended" && $0.ending == "cancelled" })
            #expect(Set(cancels.map(\.token)).count == 2)
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "cancelled")
        }
    }

    @Test func `a message as long as one may be is cut, and kept`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.clock.advance(by: RingLimits.messageTimeMax + .seconds(1))
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "message")
            #expect(try await scene.messages { !$0.isEmpty }.count == 1)
        }
    }

    @Test func `the news that a caller was answered is lost: they still leave a message, and are hung up`() async throws
    {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.telnyx.set { $0.lostEvents = ["call.answered": 1] }
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/answer").first { $0.status == 200 } }
            scene.clock.advance(by: RingLimits.bridgeTimeMax + .seconds(1))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.clock.advance(by: RingLimits.messageTimeMax + .seconds(1))
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            #expect(scene.asked("actions/reject").isEmpty)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "message")
        }
    }

    @Test func `a winner is lost before a word: the caller is told to wait, and the other phone takes the call`()
        async throws
    {
        // The bridge would be tried again in a moment: no time passes before the winner is gone.
        try await RingScene.play(clock: JumpClock(isStanding: true)) { scene in
            let (_, session, rung) = try await scene.ringing()
            scene.telnyx.set { $0.passingBridgeRefusals = 1 }
            scene.act("answer", on: rung[0].id)
            _ = try await scene.until { scene.asked("actions/bridge").first { $0.status == 422 } }
            scene.act("hangup", on: rung[0].id)
            _ = try await scene.until { scene.asked("actions/speak").first { $0.status == 200 } }
            scene.act("answer", on: rung[1].id)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(RingScene.address(of: active["winner"]?.string ?? "") == rung[1].to)
        }
    }

    @Test func `everybody declines: the caller hears the greeting at once`() async throws {
        try await RingScene.play { scene in
            let (_, session, rung) = try await scene.ringing()
            for leg in rung { scene.act("decline", on: leg.id) }
            _ = try await scene.until { scene.asked("actions/speak").first { $0.status == 200 } }
            let status = try await scene.status(of: session) { $0["state"]?.string == "voicemail" }
            let reasons = (status["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
            #expect(reasons == ["declined", "declined"])
        }
    }

    @Test func `a call to an unassigned number is turned away and rings no device`() async throws {
        try await RingScene.play { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: "+15550109999")
            _ = try await scene.until { scene.asked("actions/reject").first { $0.status == 200 } }
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            #expect(scene.asked("/v2/calls").allSatisfy { $0.path.contains("actions/reject") }, "no dial")
            #expect(scene.apns.receivedCount == 0)
        }
    }
}
