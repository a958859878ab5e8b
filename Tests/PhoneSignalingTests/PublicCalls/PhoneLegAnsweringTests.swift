import CallModel
import DeviceModel
import DeviceRuntime
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// The ring scenarios that concern a carrier, with bob's phone, the whole app on its model, as one of the legs: what the
/// others do is done at the carrier's stand-in. The numbers are those of `Documentation/RingScenarios.md`, which also says
/// which scenario is played elsewhere, and why.
///
/// 1–15: who gets a call that several answer.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegAnsweringTests {
    @Test func `scenario 01: the phone answers, and the desk stops`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isLeft(by: .desk)
            #expect(call.winner(try await call.active()) == .phone)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 01: the desk answers, and the phone stops and knows where the call went`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try call.answers(.desk)
            try await call.ends(.answeredElsewhere)
            #expect(scene.phone.screens?.end?.answeredBy == RingDevice(name: "desk"))
            #expect(scene.phone.device.notifications.isEmpty)
            #expect(call.winner(try await call.active()) == .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.desk, ended) == .answered && call.reason(.phone, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 02: of two answers at once one wins, every time, and the other leg goes`() async throws {
        try await PublicScene.play(.desk) { scene in
            for round in 0..<4 {
                let call = try await scene.ring()
                if round.isMultiple(of: 2) { try call.answers(.desk) }
                await scene.phone.device.answer()
                if !round.isMultiple(of: 2) { try call.answers(.desk) }
                let (winner, loser): (PublicCall.Device, PublicCall.Device) =
                    call.winner(try await call.active()) == .phone ? (.phone, .desk) : (.desk, .phone)
                try await call.isJoined(with: winner)
                try await call.isLeft(by: loser)
                if winner == .desk { try await call.ends(.answeredElsewhere) }
                if winner == .phone { try await scene.soundsBothWays(call.caller) }
                let ended = try await call.isHungUp()
                #expect(call.reason(winner, ended) == .answered && call.reason(loser, ended) == .answeredElsewhere)
                let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
                #expect(isOver)
            }
        }
    }

    @Test func `scenario 03: the desk's answer is processed first, and the phone's changes nothing`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let arrives = try await call.phoneAnswersUnheard()
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            try await call.ends(.answeredElsewhere)
            try await arrives()
            #expect(call.winner(try await call.active()) == .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answeredElsewhere && call.reason(.desk, ended) == .answered)
        }
    }

    @Test func `scenario 04: answer is tapped twice, and the phone has the call once`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let id = try #require(scene.phone.screens?.call?.id)
            for _ in 0..<2 { scene.phone.ask(.answer(id, other: .hold)) }
            try await call.stands()
            try await scene.soundsBothWays(call.caller)
            #expect(scene.phoneDialCount == 1 && scene.phone.device.screen.count == 1)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenarios 05 and 12: the desk answers beside the phone's claim, waits for it, and loses`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            scene.telnyx.plan(EdgeFault(.delay(.seconds(2)), method: "invite"))
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: caller)
            await scene.phone.device.answer()
            _ = try await call.status { call.winner($0) == .phone }
            try call.answers(.desk)
            try await scene.isQuiet()
            try await call.stands()
            try await scene.soundsBothWays(caller)
            try await call.isLeft(by: .desk)
            #expect(call.winner(try await call.active()) == .phone)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenarios 06 and 07: the phone's answer, told again after bridge and end, changes nothing`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isLeft(by: .desk)
            let active = try await call.active()
            try await call.isToldAgain("call.answered", .phone)
            #expect(try await call.now() == active)
            let ended = try await call.isHungUp()
            try await call.ends(.completed)
            try await call.isToldAgain("call.answered", .phone)
            #expect(try await call.now() == ended)
            #expect(scene.phone.device.screen.isEmpty)
        }
    }

    @Test func `scenario 08: news of the phone's answer comes when it rings no longer: too late`() async throws {
        try await PublicScene.play(.deskWithoutVoicemail) { scene in
            let call = try await scene.ring()
            let arrives = try await call.phoneAnswersUnheard()
            scene.clock.advance(by: RingLimits.ringTimeMax)
            let ended = try await call.ended()
            try await arrives()
            #expect(try await call.now() == ended)
            #expect(ended["outcome"] == "noAnswer" && ended["missed_by"] == ["bob"])
            try await scene.expectNoLeg()
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
        }
    }

    @Test func `scenario 09: the phone takes a call under the greeting, and there is no message`() async throws {
        var setting = PublicScene.Setting()
        setting.telnyx = { $0.playbackTime = .seconds(120) }
        try await PublicScene.play(setting) { scene in
            let call = try await scene.ring()
            // The phone's own clock has not come so far as to end the ring.
            scene.clock.advance(by: RingLimits.ringTimeMax)
            await scene.asked.reaches("actions/speak")
            await scene.phone.device.answer()
            try await call.isJoined(with: .phone)
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.active()) == .phone)
            #expect(try await call.isHungUp()["outcome"] == "completedByCaller")
            #expect(!scene.asked.lines.contains { $0.path.contains("record_start") })
        }
    }

    @Test func `scenario 10: the phone answers while the caller hangs up: answered, abandoned, and not missed`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let arrives = try await call.keeping("call.hangup") { call.callerHangsUp() }
            await scene.phone.device.answer()
            try await scene.isAsked("actions/answer", 422)
            try await arrives()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "abandoned" && ended["missed_by"] == [])
            #expect(call.reason(.phone, ended) == .callerHungUp && call.reason(.desk, ended) == .answeredElsewhere)
            try await scene.expectNoLeg()
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver && scene.phone.device.notifications.isEmpty)
        }
    }

    @Test func `scenario 11: the phone taps and is killed: its claim lapses, and the desk has the call`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ringsWithoutInvite()
            await scene.phone.device.answer()
            _ = try await call.status { call.winner($0) == .phone }
            await scene.phone.device.kill(.reclaimMemory)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answeredElsewhere && call.reason(.desk, ended) == .answered)
        }
    }

    @Test func `scenario 14: the caller hears nothing of the phone: it keeps the call, and no other is rung`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isLeft(by: .desk)
            call.act("lose", on: call.caller, ["way": "heard"])
            try await scene.isSilent(at: call.caller)
            #expect(call.winner(try await call.active()) == .phone)
            call.act("lose", on: call.caller, ["way": "none"])
            try await scene.soundsBothWays(call.caller)
            #expect(scene.legs.count == 3)
        }
    }

    @Test func `scenario 15: a machine behind a number is hung up, and the phone rings on`() async throws {
        let mobile = "+15550300155"
        var setting = PublicScene.Setting(outside: [mobile])
        setting.telnyx = { $0.playbackTime = .milliseconds(100) }
        try await PublicScene.play(setting) { scene in
            scene.telnyx.put(TelnyxFarEnd(answersAfter: .milliseconds(100)), at: mobile)
            let call = try await scene.ring()
            try await scene.isAsked("gather_using_speak", 200)
            let leg = try #require(scene.legs.last { $0["to"]?.string == mobile }?["call_control_id"]?.string)
            scene.telnyx.press("99", on: leg)
            let isGone = try await scene.phone.passes { !call.isAlive(leg) }
            #expect(isGone)
            #expect(scene.phone.device.screen.map(\.stage) == [.ringing])
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }
}

extension PublicCall {
    /// The phone answers; the exchange learns of it when the returned task is done.
    func phoneAnswersUnheard() async throws -> () async throws -> Void {
        let leg = try leg(.phone)
        return try await keeping("call.answered") {
            await scene.phone.device.answer()
            let isAnswered = try await scene.phone.passes { scene.isAnswered(leg) }
            try #require(isAnswered)
        }
    }

    /// A piece of news of a device's leg comes once more, and the exchange has taken it.
    func isToldAgain(_ event: String, _ device: Device) async throws {
        _ = scene.telnyx.control("POST", "news/again", ["event": .string(event), "leg": .string(try leg(device))])
        try await scene.isQuiet()
    }
}
