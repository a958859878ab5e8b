import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 48–52: pushes, and devices that wake.
extension CarrierScenarioTests {
    @Test(arguments: CarrierKind.allCases)
    func `scenario 48: a device woken by a push for a call that is over is told why it ended`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.talk(0)
            try await call.callerHangsUp()
            _ = try await call.ended()
            for request in ["ready", "claim"] {
                let told = try await call.ask(request, 1)
                #expect(told["reply"] == "over" && told["reason"] == "answeredElsewhere")
            }
        }
        try await carrier.ringing { call in
            try await call.callerHangsUp()
            _ = try await call.ended()
            let told = try await call.ask("ready", 0)
            #expect(told["reply"] == "over" && told["reason"] == "callerCancelled")
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 49: a device woken twice has one leg`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            try await call.lose(0)
            try await call.scene.isQuiet()
            let awake = try await call.woken(0)
            #expect(try await call.ask("ready", 0)["reply"] == "ringing")
            try await awake.callerHangsUp()
            try await awake.isGone(0, 487)  // A second time it would have been rung before.
            guard carrier == .telnyx else { return }
            #expect(call.scene.legs.count { !$0.isIncoming } == 3)
        }
    }

    /// Half of it is the phone's: it takes the same id for the same call. That both carry the same is shown here.
    @Test(arguments: CarrierKind.allCases, [true, false])
    func `scenario 50: push and INVITE carry one id, whichever comes first`(carrier: CarrierKind, isPushFirst: Bool)
        async throws
    {
        try await carrier.play { scene in
            switch carrier {
            case .telnyx:
                // No dial is heard before the push has arrived.
                if isPushFirst {
                    scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: false), count: 1_000, path: "/v2/calls"))
                }
                _ = try await carrier.place(scene)
                let push = try await scene.pushes(2)[0]
                let session = push.session
                #expect(push.provider == carrier.provider)
                #expect(try await scene.status(of: session) { _ in true }["provider"]?.string == carrier.provider)
                if isPushFirst {
                    _ = try await scene.until { scene.asked("/v2/calls").count >= 2 ? true : nil }
                    #expect(scene.legs.count == 1)
                    _ = scene.telnyx.control("DELETE", "faults")
                    scene.clock.advance(by: .seconds(2))
                }
                _ = try await scene.rungLegs(2)
                let headers = scene.telnyx.webhooks.filter { $0.event == "call.initiated" }.compactMap {
                    news -> String? in
                    let payload = news.body["data"]?.object?["payload"]?.object
                    let header = payload?["custom_headers"]?.array?.first?.object
                    return header?["name"] == "X-Session-Id" ? header?["value"]?.string : nil
                }
                #expect(headers == [session, session])
            case .gateway:
                var phones: [TestClient] = []
                if !isPushFirst { phones = [try await scene.phone("alice1"), try await scene.phone("alice2")] }
                _ = try await carrier.place(scene)
                let push = try await scene.pushes(2)[0]
                let session = push.session
                #expect(push.provider == carrier.provider)
                #expect(try await scene.status(of: session) { _ in true }["provider"]?.string == carrier.provider)
                if isPushFirst { phones = [try await scene.phone("alice1"), try await scene.phone("alice2")] }
                for phone in phones {
                    #expect(try await phone.told("telnyx_rtc.invite")["telnyx_session_id"]?.string == session)
                }
            }
            let pushes = try await scene.pushes(2)
            #expect(Set(pushes.map(\.session)).count == 1 && Set(pushes.map(\.token)).count == 2)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 52: a device that wakes at second 25 is rung for the rest of the ring`(carrier: CarrierKind)
        async throws
    {
        try await carrier.play { scene in
            let call = try await carrier.ringAsleep(scene)
            let rings = try await scene.pushes(2)
            #expect(Set(rings.map(\.token)) == Set(["alice1", "alice2"].map(RingScene.tokenText)))
            scene.clock.advance(by: .seconds(25))
            let awake = try await call.woken(1)
            try await awake.talk(1)
            #expect(try await awake.active()["winner"] == "alice2")
            // The other hears by push that it is over.
            let over = try await scene.pushes(3).last
            #expect(over?.token == RingScene.tokenText("alice1") && over?.type == "ended")
            try await awake.callerHangsUp()
            _ = try await awake.ended()
        }
    }
}
