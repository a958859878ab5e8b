import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 23, 26, 37, 41, 43, 53, 56 and the end of 82: news and replies that are lost, late, or come in another order than
/// their causes.
extension CarrierScenarioTests {
    @Test func `scenario 23: hanging up a leg that is over already has succeeded`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            let scene = call.scene
            scene.telnyx.set { $0.lostEvents = ["call.hangup": 1] }
            try await call.decline(1, isBusy: false)
            try await call.talk(0)
            let refusal = try await scene.until { scene.asked("actions/hangup").first { $0.status == 422 } }
            #expect(refusal.note == "90018")
            scene.clock.advance(by: .seconds(5))
            #expect(try await call.active()["winner"] == "alice1")
            #expect(scene.asked("actions/hangup").count == 1, "nothing is said again")
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
        }
    }

    @Test func `scenario 26: four hours are the end of a call, and the record is exact`() async throws {
        try await CarrierKind.telnyx.ringing { call in
            try await call.talk(0)
            try await call.isGone(1)
            let scene = call.scene
            scene.clock.advance(by: .seconds(14_400))
            // Else the look that is due by now could find the caller gone before the reason is told.
            _ = try await scene.until { scene.asked("/v2/calls/").count { $0.method == "GET" } >= 2 ? true : nil }
            scene.telnyx.clock.advance(by: .seconds(14_400))
            let ended = try await call.ended()
            #expect(ended["outcome"] == "timeLimit" && ended["winner"] == "alice1")
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere])
        }
    }

    @Test(arguments: TelnyxAssumptions.BridgeOrder.allCases)
    func `scenario 37: either side's news of the bridge is enough`(order: TelnyxAssumptions.BridgeOrder) async throws {
        try await CarrierKind.telnyx.ringing { call in
            call.scene.telnyx.set {
                $0.bridgeOrder = order
                $0.lostEvents = ["call.bridged": 1]
            }
            try await call.answer(0)
            #expect(try await call.active()["winner"] == "alice1")
            #expect(call.scene.asked("actions/bridge").map(\.status) == [200])
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
        }
    }

    @Test func `scenario 41: a dial whose reply is lost is said again under its name, and rings no phone twice`()
        async throws
    {
        try await CarrierKind.telnyx.play { scene in
            let (placed, legs) = try await scene.dialsUnheard()
            let session = try await scene.pushes(1)[0].session
            try await scene.time(brings: { scene.dialCount >= 4 })
            #expect(scene.legs.count == 3)
            scene.act("answer", on: legs[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            placed.hangUp()
            #expect(Set(scene.reasons(try await scene.end(of: session))) == ["answered", "answeredElsewhere"])
            #expect(scene.legs.count == 3)
        }
    }

    @Test
    func `scenario 43: a leg that is told of before its dial is answered is adopted, and the answer adds nothing`()
        async throws
    {
        try await CarrierKind.telnyx.play { scene in
            scene.telnyx.plan(HTTPFault(.delay(.seconds(1)), count: 2, path: "/v2/calls"))
            let placed = try await CarrierKind.telnyx.place(scene)
            let legs = try await scene.rungLegs(2)
            scene.act("answer", on: legs[0].id)
            let session = try await scene.pushes(1)[0].session
            let winner = try await scene.status(of: session) { $0["state"]?.string == "active" }["winner"]
            // Now the answers come.
            scene.telnyx.clock.advance(by: .seconds(1))
            _ = try await scene.until { scene.legs.first { $0.id == legs[1].id && $0.state == "over" } }
            try await scene.isQuiet()
            #expect(try await scene.status(of: session) { _ in true }["winner"] == winner)
            placed.hangUp()
            #expect(Set(scene.reasons(try await scene.end(of: session))) == ["answered", "answeredElsewhere"])
            #expect(scene.legs.count == 3)
        }
    }

    /// Telnyx does not say that a phone rings, so there every phone without a channel of its own is told by push.
    @Test func `scenario 53: of the end only a phone is told by push that has nothing else to hear it on`() async throws
    {
        try await CarrierKind.gateway.play { scene in
            let (awake, caller) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            let call = try await scene.numberRinging([awake], from: caller, as: "c")
            call.hangUp()
            _ = try await scene.end(of: call.session)
            // The messages of the next call come after all messages of this one.
            let next = try await CarrierKind.telnyx.place(scene)
            let told = try await scene.until {
                let pushes = scene.apns.received.compactMap { RungPush($0) }
                return pushes.contains { $0.type == "call" && $0.session != call.session } ? pushes : nil
            }
            #expect(told.filter { $0.type == "ended" }.map(\.token) == [RingScene.tokenText("alice2")])
            next.hangUp()
        }
    }

    @Test func `scenario 56: a push Apple took before the process died is sent again under its name, or not at all`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await CarrierKind.telnyx.play(CarrierKind.Setting(database: folder.path)) { scene in
            scene.apns.plan(APNsFault(.loseResponse, count: 2))
            let call = try await CarrierKind.telnyx.ring(scene)
            // On a busy machine the process may have sent one again before it died.
            let sent = { (pushes: [ReceivedPush]) in Set(pushes.map { "\($0.id) to \($0.device)" }) }
            let first = try await scene.until {
                let received = scene.apns.received
                return sent(received).count == 2 ? received : nil
            }
            var before = 0
            try await scene.succeeded(in: folder) {
                before = scene.apns.received.count
            } by: { next in
                let again = try await next.until {
                    let received = Array(next.apns.received.dropFirst(before))
                    return sent(received).count == 2 ? received : nil
                }
                #expect(Set(first.map(\.id)).count == 2)
                #expect(sent(again) == sent(first))
                next.act("answer", on: try #require(next.legs.first { !$0.isIncoming }).id)
                _ = try await next.status(of: call.session) { $0["state"]?.string == "active" }
                #expect(next.legs.count == 3)
            }
        }
    }

    @Test func `scenario 82: where the outage outlasts the caller's carrier the record says so`() async throws {
        let brief = { (telnyx: inout TelnyxConfiguration) in telnyx.firstCommandLimit = .seconds(30) }
        try await RingScene.play(clock: JumpClock(isStanding: true), telnyx: brief) { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "/v2/calls"))
            _ = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            // One more than both were tried: it is known that Telnyx did nothing.
            try await scene.time(brings: { scene.dialCount >= 9 })
            scene.telnyx.clock.advance(by: .seconds(30))
            let ended = try await scene.end(of: session)
            #expect(ended["outcome"] == "providerOutage" && ended["missed_by"] == ["alice"])
            #expect(Set(scene.reasons(ended)) == ["failed"])
        }
    }
}
