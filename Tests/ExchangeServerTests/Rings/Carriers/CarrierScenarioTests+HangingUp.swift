import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 16–25 and 33–44: who hangs up when, and which events are late.
extension CarrierScenarioTests {
    @Test(arguments: CarrierKind.allCases)
    func `scenario 16: a caller who gives up ends every leg, and one missed call is written`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.callerHangsUp()
            for phone in 0...1 { try await call.isGone(phone, 487) }
            let ended = try await call.ended()
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == ["alice"])
            #expect(call.deviceReasons(ended) == [.callerCancelled, .callerCancelled])
            let history = try await call.scene.history(of: RingScene.basicOfAlice)
            #expect(history.map { $0["call_session_id"]?.string } == [call.session])
        }
    }

    /// Its session, once there is one.
    private func session(_ scene: RingScene) async throws -> String {
        try await scene.until {
            try await scene.history(of: TestHTTP.bearer(TestExchange.token)).first?["call_session_id"]?.string
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 17: a caller gone before any leg is known takes the dials back`(carrier: CarrierKind) async throws {
        try await carrier.play { scene in
            let call = try await carrier.place(scene)
            call.hangUp()
            try await call.isOver()
            let ended = try await scene.end(of: try await session(scene))
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == ["alice"])
            #expect(scene.reasons(ended) == ["callerCancelled", "callerCancelled"])
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
        }
    }

    /// At the gateway the two are joined in the turn of the claim.
    @Test func `scenario 18: a caller gone between claim and bridge was answered and abandoned`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            call.scene.telnyx.set { $0.passingBridgeRefusals = 10 }
            try await call.answer(0)
            _ = try await call.scene.until { call.scene.asked("actions/bridge").first { $0.status == 422 } }
            try await call.callerHangsUp()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "abandoned" && ended["missed_by"] == [])
            #expect(call.deviceReasons(ended) == [.callerHungUp, .answeredElsewhere])
            for phone in 0...1 { try await call.isGone(phone) }
        }
    }

    /// At the gateway the two are joined in the turn of the claim.
    @Test func `scenario 19: a winner gone before the bridge leaves the call to the others, and no silence`()
        async throws
    {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.set { $0.passingBridgeRefusals = 10 }
            try await call.answer(0)
            _ = try await scene.until { scene.asked("actions/bridge").first { $0.status == 422 } }
            try await call.hangUp(0)
            try await call.isGone(0)
            // Without a recorded tone of ringing the caller is told to wait.
            _ = try await scene.until { scene.asked("actions/speak").first { $0.status == 200 } }
            let now = try await call.now()
            #expect(now["state"] == "ringing" && call.deviceReasons(now) == [.lost, nil])
            scene.telnyx.set { $0.passingBridgeRefusals = 0 }
            try await call.talk(1)
            #expect(try await call.active()["winner"] == "alice2")
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.lost, .answered])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 12: who waits beside a claim and hangs up leaves the call to the claim`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            #expect(try await call.ask("claim", 0)["reply"] == "granted")
            try await call.answer(1)
            try await call.scene.isQuiet()
            try await call.hangUp(1)
            try await call.isGone(1)
            try await call.talk(0)
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .lost])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 20: a winner who hangs up ends the call for both`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            try await call.talk(0)
            try await call.hangUp(0)
            try await call.callerIsGone()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "completedByCallee")
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 21: an answer that comes after the leg's end claims nothing`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            let answer = try await call.answersUnheard(0)
            try await call.decline(0, isBusy: false)
            _ = try await call.status { call.deviceReasons($0)[0] != nil }
            try await answer()
            let now = try await call.now()
            #expect(now["state"] == "ringing" && now["winner"] == nil)
            try await call.talk(1)
        }
    }

    /// At the gateway a caller's news keep their order.
    @Test func `scenario 22: a caller whose end came first leaves a missed call and rings no phone`() async throws {
        try await CarrierKind.telnyx.play { scene in
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 1] }
            let call = try await CarrierKind.telnyx.place(scene)
            call.hangUp()
            try await scene.isQuiet()
            _ = scene.telnyx.control("POST", "news/release")
            let ended = try await scene.end(of: try await session(scene))
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == ["alice"])
            #expect(scene.dialCount == 0 && scene.apns.receivedCount == 0)
        }
    }

    @Test(arguments: CarrierKind.allCases, [true, false])
    func `scenario 25: whatever a loser's end is called, it was answered elsewhere`(carrier: CarrierKind, isBusy: Bool)
        async throws
    {
        try await carrier.ringing { call in
            try await call.answer(0)
            _ = try await call.active()
            try await call.decline(1, isBusy: isBusy)
            try await call.isGone(1)
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
        }
    }

    // MARK: - Joining. The gateway joins at once or never.

    @Test func `scenario 33: a bridge refused for the moment is tried again after a pause, and succeeds`() async throws
    {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.set { $0.passingBridgeRefusals = 3 }
            let start = scene.clock.now
            try await call.answer(0)
            try await scene.time(brings: { scene.asked("actions/bridge").contains { $0.status == 200 } })
            try await call.isJoined(0)
            #expect(try await call.active()["winner"] == "alice1")
            #expect(scene.asked("actions/bridge").prefix(3).map(\.status) == [422, 422, 422])
            #expect(scene.clock.now >= start + RingLimits.bridgeRetryWait * 3, "a pause before each try")
        }
    }

    @Test func `scenario 35: a bridge too early waits for the caller to be answered`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "actions/answer"))
            try await call.answer(0)
            _ = try await scene.until { scene.asked("actions/bridge").first { $0.status == 422 } }
            _ = scene.telnyx.control("DELETE", "faults")
            try await scene.time(brings: { scene.asked("actions/answer").contains { $0.status == 200 } })
            try await call.isJoined(0)
            #expect(try await call.active()["winner"] == "alice1")
            #expect(scene.asked("actions/answer").first?.status == 503)
        }
    }

    // MARK: - Late legs

    @Test func `scenario 44: a leg that appears after the claim goes on sight`() async throws {
        try await CarrierKind.telnyx.play { scene in
            let (placed, legs) = try await scene.dialsUnheard()
            scene.act("answer", on: legs[0].id)
            let session = try await session(scene)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            _ = scene.telnyx.control("POST", "news/release")
            _ = try await scene.until { scene.legs.first { $0.id == legs[1].id && $0.state == "over" } }
            placed.hangUp()
            let reasons = scene.reasons(try await scene.end(of: session))
            #expect(Set(reasons) == ["answered", "answeredElsewhere"])
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
        }
    }

    @Test func `scenario 44: a phone that logs in after the claim is not rung, and asked it is told why`() async throws
    {
        try await CarrierKind.gateway.play { scene in
            let (first, caller) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            let call = try await scene.numberRinging([first], from: caller, as: "c")
            call.answer(0)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            let second = try await scene.phone("alice2")
            let told = try await scene.ask("ready", of: "alice2", call.session)
            #expect(told["reply"] == "over" && told["reason"] == "answeredElsewhere")
            call.hangUp()
            _ = try await scene.end(of: call.session)
            try await caller.passOver { $0["id"] == "bye" }
            // The first that it hears is the next call.
            _ = try await caller.dial(RingScene.number, callID: "d", .telnyx)
            let invite = try await second.told("telnyx_rtc.invite")
            #expect(invite["telnyx_session_id"]?.string != call.session)
        }
    }
}
