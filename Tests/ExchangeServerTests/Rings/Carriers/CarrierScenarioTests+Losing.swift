import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 24, 34, 45, 59, 62 and 82: what Telnyx loses, refuses, or tells too late. The gateway is in the same process.
extension CarrierScenarioTests {
    @Test func `scenario 24: an unreported hang-up is found by looking`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            try await call.talk(0)
            try await call.isGone(1)
            scene.telnyx.set { $0.lostEvents = ["call.hangup": 2] }
            try await call.callerHangsUp()
            try await scene.isQuiet()
            #expect(try await call.now()["state"] == "active")
            scene.clock.advance(by: RingLimits.auditInterval)
            let ended = try await call.ended()
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere] && ended["missed_by"] == [])
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
        }
    }

    @Test func `scenario 34: an unconfirmed bridge is looked at and made again`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.set { $0.lostEvents = ["call.bridged": 2] }
            try await call.answer(0)
            try await call.isJoined(0)
            #expect(try await call.now()["state"] == "claimed")
            try await scene.time(brings: { try await call.now()["state"] != "claimed" })
            #expect(try await call.active()["winner"] == "alice1")
            // On a busy machine more time may pass than one wait while the news of the second bridge is on its way.
            let bridges = scene.asked("actions/bridge").map(\.status)
            #expect(bridges.count > 1 && bridges.allSatisfy { $0 == 200 }, "\(bridges)")
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
        }
    }

    @Test func `scenario 45: a dial over the account's rate is made later, and the push goes at once`() async throws {
        let slow = { (telnyx: inout TelnyxConfiguration) in telnyx.dialRate = StandinRate(1, per: .seconds(5)) }
        try await RingScene.play(clock: JumpClock(isStanding: true), telnyx: slow) { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            let refusal = try await scene.until { scene.asked("/v2/calls").first { $0.status == 429 } }
            #expect(refusal.note == "90103" && scene.dialed.count == 1)
            scene.telnyx.clock.advance(by: .seconds(5))
            try await scene.time(brings: { scene.dialed.count >= 2 })
            let second = try #require(scene.legs.filter { !$0.isIncoming }.last)
            scene.act("answer", on: second.id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: caller)
            #expect(Set(scene.reasons(try await scene.end(of: session))) == ["answered", "answeredElsewhere"])
        }
    }

    @Test func `scenario 59: what a refused webhook would have told is found by looking`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            try await call.talk(0)
            try await call.isGone(1)
            // From here on a signed request is ten minutes old when it comes.
            scene.clock.advance(by: .seconds(600))
            try await call.callerHangsUp()
            try await scene.figure("carillon_webhooks_total", "late", reaches: 2)
            #expect(try await scene.figure("carillon_webhooks_total", "forged") == 0)
            scene.clock.advance(by: RingLimits.auditInterval)
            let ended = try await call.ended()
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere] && ended["missed_by"] == [])
        }
    }

    @Test func `scenario 62: news that come twenty seconds late, all at once, come to the same`() async throws {
        let kinds = ["call.initiated", "call.answered", "call.bridged", "call.hangup"]
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.set { $0.keptEvents = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 9) }) }
            try await call.answer(0)
            try await call.decline(1, isBusy: false)
            scene.clock.advance(by: .seconds(20))
            #expect(try await call.now()["state"] == "ringing")
            scene.telnyx.set { $0.keptEvents = [:] }
            _ = scene.telnyx.control("POST", "news/release")
            try await call.isJoined(0)
            #expect(try await call.active()["winner"] == "alice1")
            try await call.callerHangsUp()
            let reasons = call.deviceReasons(try await call.ended())
            #expect(reasons[0] == .answered && [.declined, .answeredElsewhere].contains(reasons[1]))
        }
    }

    @Test func `scenario 82: dials that meet an outage are made when it is over, each once`() async throws {
        try await CarrierKind.telnyx.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "/v2/calls"))
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            // The port has given both up for the moment.
            _ = try await scene.until { scene.dialCount >= 8 ? true : nil }
            _ = scene.telnyx.control("DELETE", "faults")
            try await scene.time(brings: { scene.dialed.count >= 2 })
            try await scene.isQuiet()
            let legs = scene.legs.filter { !$0.isIncoming }
            #expect(Set(legs.map(\.to)) == Set(["alice1", "alice2"].map(RingScene.address)) && legs.count == 2)
            scene.act("answer", on: legs[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: caller)
            #expect(Set(scene.reasons(try await scene.end(of: session))) == ["answered", "answeredElsewhere"])
        }
    }

    @Test func `scenario 82: a message is recorded by a carrier that had too much to do`() async throws {
        try await CarrierKind.telnyx.ringing(CarrierKind.Setting(hasVoicemail: true)) { call in
            let scene = call.scene
            scene.telnyx.plan(HTTPFault(.refuse(status: 429), count: 2, path: "actions/record_start"))
            try await call.ringsOut()
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 429 } }
            try await scene.time(brings: { scene.asked("actions/record_start").contains { $0.status == 200 } })
            scene.telnyx.clock.advance(by: .seconds(5))
            try await call.callerHangsUp()
            #expect(try await call.ended()["outcome"] == "message")
        }
    }

    @Test func `scenario 40: a caller whose partner goes is ended, however often the carrier refuses`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            try await call.talk(0)
            try await call.isGone(1)
            let scene = call.scene
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "actions/hangup"))
            try await call.hangUp(0)
            _ = try await scene.until { scene.asked("actions/hangup").first { $0.status == 503 } }
            _ = scene.telnyx.control("DELETE", "faults")
            try await scene.time(brings: { scene.asked("actions/hangup").contains { $0.status == 200 } })
            try await call.callerIsGone()
            #expect(try await call.ended()["outcome"] == "completedByCallee")
        }
    }
}
