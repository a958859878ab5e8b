import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeCore
import ExchangeServer
import LivePhones
import PhoneCore
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 13, 24, 26, 47, 59, 63, 65: news that the exchange did not hear, or told no one.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegLookingTests {
    /// The phone's claim, made in its name, so that it never hears of it.
    @Test func `scenario 13: the phone never heard that it may have the call, answers, and has it; the desk waits`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let name = try await scene.phoneName()
            let reply = try await scene.exchange.ask(
                "POST", "api/calls/\(call.session)/claim", #"{"device":"\#(name)","request":"claim"}"#,
                as: ("bob", "bob-secret")
            ).page
            #expect(reply["reply"] == "granted")
            try call.answers(.desk)
            let desk = try call.leg(.desk)
            let isAnswered = try await scene.phone.passes { scene.isAnswered(desk) }
            #expect(isAnswered)
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
        }
    }

    @Test func `scenario 24: the exchange does not hear that the caller has gone: the phone's call ends, and it looks`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isLeft(by: .desk)
            scene.telnyx.set { $0.lostEvents = ["call.hangup": 2] }
            call.callerHangsUp()
            try await call.ends(.completed)
            try await scene.isQuiet()
            #expect(try await call.now()["state"] == "active")
            scene.clock.advance(by: RingLimits.auditInterval)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) == .answered && ended["missed_by"] == [])
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 26: four hours are the end of a call, on the phone as well`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            scene.clock.advance(by: RingLimits.callTimeMax)
            let ended = try await call.ended()
            #expect(ended["outcome"] == "timeLimit" && call.reason(.phone, ended) == .answered)
            try await call.ends(.completed)
            try await scene.expectNoLeg()
        }
    }

    @Test(arguments: [true, false])
    func `scenario 63: what bob and the caller say is recorded, and is there once, told twice or late`(isTwice: Bool)
        async throws
    {
        var setting = PublicScene.Setting()
        setting.policy.recordsConversations = true
        setting.exchange = {
            for index in $0.telnyx?.numbers.indices ?? 0..<0 { $0.telnyx?.numbers[index].consent = .given }
        }
        try await PublicScene.play(setting) { scene in
            let saved = ["call.recording.saved": 1]
            scene.telnyx.set { if isTwice { $0.doubledEvents = saved } else { $0.keptEvents = saved } }
            let call = try await scene.ring()
            try await call.talk()
            _ = try await call.isHungUp()
            if !isTwice { try await scene.releaseWebhooks() }
            var recordings: [JSONObject] = []
            let isThere = try await scene.phone.passes {
                let page = try await scene.exchange.ask("GET", "api/recordings").page
                recordings = (page["recordings"]?.array ?? []).compactMap(\.object)
                return !recordings.isEmpty
            }
            try await scene.isQuiet()
            #expect(isThere && recordings.map { $0["call_session_id"]?.string } == [call.session])
        }
    }

    /// Bob has not touched it for four weeks: the carrier takes its token no longer, and has a newer credential of it.
    @Test func `scenario 47: a phone with an older credential is dialed by that, fetches the newer, and has the call`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let before = scene.credentials
            for days in [27, 2] {
                scene.telnyx.clock.advance(by: .seconds(86_400 * days))
                scene.clock.advance(by: .seconds(86_400 * days))
            }
            let isRenewed = try await scene.phone.passes { scene.credentials.count > before.count }
            try #require(isRenewed)
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: caller)
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
            #expect(scene.phoneDialCount == 2)
        }
    }

    @Test
    func `scenario 59: webhooks come ten minutes old and are refused: what they told of the phone is found by looking`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isLeft(by: .desk)
            scene.clock.advance(by: .seconds(600))
            await scene.phone.device.endCall()
            try await call.ends(.completed)
            try await scene.isQuiet()
            scene.clock.advance(by: RingLimits.auditInterval)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) == .answered && ended["missed_by"] == [])
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 65: alice calls bob while his phone calls her: both are joined without a tap`()
        async throws
    {
        var setting = PublicScene.Setting(hasColleague: true)
        setting.othersUsers = ["alice"]
        setting.exchange = { $0.calling.outbound = OutboundPolicy() }
        try await PublicScene.play(setting) { scene in
            await scene.reopen()
            let dialed = DialRequest(
                Redacted(try #require(PublicScene.numbers["bolt"])), spare: CallUUID(.random(high: 9, low: 9)))
            scene.phone.ask(.dial(dialed))
            let isRung = try await scene.phone.passes { scene.newestLeg(of: .colleague) != nil }
            try #require(isRung)
            let leg = scene.telnyx.callIn(
                from: PublicScene.colleagueAddress,
                to: try #require(PublicScene.numbers[TestExchange.organization.rawValue]),
                voice: .tone(PublicScene.otherTone))
            let stands = try await scene.phone.passes { scene.phone.device.screen.map(\.stage) == [.connected] }
            try #require(stands)
            try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
            scene.telnyx.hangUp(leg)
            let isOver = try await scene.phone.passes {
                scene.phone.device.screen.isEmpty && scene.phone.screens?.end?.disposition == .completed
            }
            #expect(isOver && scene.phone.device.notifications.isEmpty)
            try await scene.expectNoLeg()
        }
    }
}
