import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// 16–32: who hangs up when, who declines, and who is not there.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegEndingTests {
    @Test func `scenario 16: the caller gives up: the phone stops, and has missed a call`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let ended = try await call.isHungUp()
            try await call.ends(.missed)
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == ["bob"])
            #expect(call.reason(.phone, ended) == .callerCancelled && call.reason(.desk, ended) == .callerCancelled)
            #expect(scene.phone.device.recents.map(\.kind) == [.missed])
        }
    }

    @Test func `scenario 17: the caller is gone before any leg is known: the phone has missed a call`() async throws {
        try await PublicScene.play(.desk) { scene in
            scene.telnyx.plan(HTTPFault(.delay(.seconds(2)), count: 2, path: "/v2/calls"))
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 3] }
            let caller = try scene.dial()
            _ = scene.telnyx.control("POST", "news/release")
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: caller)
            call.callerHangsUp()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == ["bob"])
            try await scene.releaseWebhooks()
            try await scene.expectNoLeg()
            try await call.ends(.missed)
        }
    }

    @Test func `scenario 18: the caller is gone between the phone's answer and the bridge: abandoned, not missed`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            // As long as the caller is not answered there is no bridge.
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "actions/answer"))
            await scene.phone.device.answer()
            try await scene.isAsked("actions/bridge", 422)
            let ended = try await call.isHungUp()
            #expect(ended["outcome"] == "abandoned" && ended["missed_by"] == [])
            #expect(call.reason(.phone, ended) == .callerHungUp && call.reason(.desk, ended) == .answeredElsewhere)
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver && scene.phone.device.notifications.isEmpty)
        }
    }

    @Test func `scenario 19: the phone answers and hangs up before the bridge: the desk rings on, and has the call`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            // The desk is kept for a second only; so both pieces of news come in one moment.
            scene.telnyx.set { $0.keptEvents = ["call.answered": 1, "call.hangup": 1] }
            let leg = try call.leg(.phone)
            await scene.phone.device.answer()
            let isAnswered = try await scene.phone.passes { scene.isAnswered(leg) }
            #expect(isAnswered)
            await scene.phone.device.endCall()
            try await call.isLeft(by: .phone)
            try await scene.releaseWebhooks()
            let status = try await call.status { call.reason(.phone, $0) != nil }
            #expect(status["state"] == "ringing" && status["winner"] == nil && call.reason(.desk, status) == nil)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(scene.phone.device.screen.isEmpty)
            #expect(call.reason(.desk, try await call.isHungUp()) == .answered)
        }
    }

    @Test func `scenario 20: the phone hangs up: the call ends for both`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.endCall()
            try await scene.expectNoLeg()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "completedByCallee")
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 21: news of the phone's answer comes after its end: it claims nothing`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let arrives = try await call.phoneAnswersUnheard()
            await scene.phone.device.endCall()
            try await call.isLeft(by: .phone)
            _ = try await call.status { call.reason(.phone, $0) != nil }
            try await arrives()
            let status = try await call.now()
            #expect(status["state"] == "ringing" && status["winner"] == nil)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(call.winner(try await call.isHungUp()) == .desk)
        }
    }

    @Test func `scenario 22: the caller's end comes before their call: the phone is neither pushed nor rung`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 1] }
            let caller = try scene.dial()
            scene.telnyx.hangUp(caller)
            try await scene.isQuiet()
            try await scene.releaseWebhooks()
            let calls = try await scene.exchange.ask("GET", "api/calls").page["calls"]?.array ?? []
            #expect(calls.map { $0.object?["outcome"] } == ["cancelled"])
            #expect(scene.phoneDialCount == 0 && scene.pushCount == 0 && scene.phone.device.screen.isEmpty)
        }
    }

    @Test func `scenario 23: news of the phone's decline is lost: hanging up its leg has succeeded already`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            scene.telnyx.set { $0.lostEvents = ["call.hangup": 1] }
            await scene.phone.device.decline()
            try await call.isLeft(by: .phone)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            try await scene.isAsked("actions/hangup", 422)
            #expect(call.winner(try await call.active()) == .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answeredElsewhere && call.reason(.desk, ended) == .answered)
            #expect(scene.phone.screens?.end?.disposition == .declined)
        }
    }

    @Test(arguments: ["user_busy", "call_rejected"])
    func `scenario 25: the desk loses and its leg is declined at once: it was answered elsewhere`(cause: String)
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let arrives = try await call.keeping("call.hangup") { try call.declines(.desk, cause) }
            try await call.talk()
            try await arrives()
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 29: declined everywhere at the desk: too late for a phone that talks, in time for its news`()
        async throws
    {
        try await PublicScene.play(.deskWithoutVoicemail) { scene in
            let first = try await scene.ring()
            try await first.talk()
            _ = try await first.askFromDesk("decline-everywhere")
            #expect(try await first.now()["state"] == "active")
            #expect(first.reason(.phone, try await first.isHungUp()) == .answered)
            try await first.ends(.completed)

            let second = try await scene.ring()
            let arrives = try await second.phoneAnswersUnheard()
            _ = try await second.askFromDesk("decline-everywhere")
            try await arrives()
            let ended = try await second.ended()
            #expect(ended["winner"] == nil && second.reason(.desk, ended) == .declined)
            #expect(second.reason(.phone, ended) == .declinedElsewhere)
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
        }
    }

    @Test(arguments: ["user_busy", "call_rejected"])
    func `scenario 30: the desk is busy or refuses: the phone rings on, and takes the call`(cause: String) async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try call.declines(.desk, cause)
            let status = try await call.status { call.reason(.desk, $0) != nil }
            #expect(status["state"] == "ringing" && call.reason(.phone, status) == nil)
            try await call.talk()
            let ended = try await call.isHungUp()
            #expect(call.reason(.desk, ended) == (cause == "user_busy" ? .busy : .declined))
            #expect(call.reason(.phone, ended) == .answered)
        }
    }

    @Test func `scenario 30: the phone has two calls and is busy for a third: the desk rings on`() async throws {
        try await PublicScene.play(.desk) { scene in
            let first = try await scene.ring()
            try await first.talk()
            let second = try scene.dial()
            try await scene.deliver([.exchange])
            let waits = try await scene.phone.passes { scene.phone.device.screen.map(\.stage).contains(.ringing) }
            #expect(waits)
            await scene.phone.device.holdAndAccept()
            let stands = try await scene.phone.passes {
                scene.phone.device.screen.map(\.stage) == [.connected, .connected]
            }
            #expect(stands)
            try await scene.soundsBothWays(second)

            let third = try scene.dial()
            try await scene.deliver([.exchange])
            let session = try await scene.newestSession()
            let call = PublicCall(scene: scene, caller: third, session: session)
            let status = try await call.status { call.reason(.phone, $0) == .busy }
            #expect(status["state"] == "ringing" && call.reason(.desk, status) == nil)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(scene.phone.device.screen.map(\.stage) == [.connected, .connected])
            for leg in [first.caller, second, third] { scene.telnyx.hangUp(leg) }
            try await scene.expectNoLeg()
        }
    }

    @Test
    func `scenarios 31 and 52: no device is awake; the phone wakes late, and is dialed for the rest of the ring`()
        async throws
    {
        var setting = PublicScene.Setting.desk
        setting.telnyx = { $0.switches.parksWithoutDevice = false }
        try await PublicScene.play(setting) { scene in
            let caller = try scene.dial()
            let isRung = try await scene.phone.passes { scene.phoneDialCount == 1 && scene.newestLeg(of: .desk) != nil }
            #expect(isRung)
            for device in [PublicCall.Device.phone, .desk] {
                let leg = try #require(scene.newestLeg(of: device))
                _ = scene.telnyx.control("POST", "legs/\(leg)/decline", ["cause": "not_found"])
            }
            try await scene.isQuiet()
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: caller)
            let status = try await call.now()
            #expect(status["state"] == "ringing")
            // The desk has nothing by which it could be woken.
            #expect(call.reason(.phone, status) == nil && call.reason(.desk, status) == .unreachable)
            try await scene.isInvited()
            #expect(scene.phoneDialCount == 2)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }
}
