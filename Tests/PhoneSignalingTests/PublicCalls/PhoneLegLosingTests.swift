import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 33–47, 57, 62 and 82: what the carrier refuses, loses, doubles, or tells too late.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegLosingTests {
    @Test func `scenario 33: the bridge is refused for the moment: it is tried again, and both are heard`() async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            scene.telnyx.set { $0.passingBridgeRefusals = 3 }
            try await call.talk()
            let answers = scene.asked.lines.filter { $0.path.contains("actions/bridge") }.map(\.status)
            #expect(answers.prefix(4) == [422, 422, 422, 200])
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 34: no word confirms the bridge: it is looked at and made again, and the phone hears no gap`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            scene.telnyx.set { $0.lostEvents = ["call.bridged": 2] }
            try await call.talk()
            #expect(call.winner(try await call.active()) == .phone)
            try await scene.isAsked("actions/bridge", 200, 2)
            try await scene.soundsBothWays(call.caller)
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
        }
    }

    @Test func `scenario 35: the bridge comes before the caller is answered: it waits, and both are heard`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "actions/answer"))
            await scene.phone.device.answer()
            try await scene.isAsked("actions/bridge", 422)
            _ = scene.telnyx.control("DELETE", "faults")
            try await call.stands()
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test(arguments: TelnyxAssumptions.BridgeOrder.allCases)
    func `scenario 37: either side's news of the bridge is enough`(order: TelnyxAssumptions.BridgeOrder) async throws {
        try await PublicScene.play { scene in
            scene.telnyx.set { ($0.bridgeOrder, $0.lostEvents) = (order, ["call.bridged": 1]) }
            let call = try await scene.ring()
            try await call.talk()
            #expect(call.winner(try await call.active()) == .phone)
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
        }
    }

    @Test func `scenario 40: the phone goes, and the caller is ended, however often the carrier refuses`() async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "actions/hangup"))
            await scene.phone.device.endCall()
            try await scene.isAsked("actions/hangup", 503)
            _ = scene.telnyx.control("DELETE", "faults")
            try await scene.expectNoLeg()
            #expect(try await call.ended()["outcome"] == "completedByCallee")
        }
    }

    @Test func `scenarios 41 and 43: replies to the dials are lost or late: the phone rings once, and has the call`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            for kind in [HTTPFault.Kind.cutConnection(isProcessed: true), .delay(.seconds(1))] {
                let known = scene.legs.count
                scene.telnyx.plan(HTTPFault(kind, count: 2, path: "/v2/calls"))
                let call = try await scene.ring()
                try await call.talk()
                try await call.isLeft(by: .desk)
                #expect(scene.legs.count == known + 3)
                let ended = try await call.isHungUp()
                #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
                try await call.ends(.completed)
            }
        }
    }

    @Test func `scenario 44: the phone's leg is told of after the desk has the call: the phone stops on sight`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            scene.telnyx.set { $0.keptEvents = ["call.initiated": 3] }
            scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: true), count: 2, path: "/v2/calls"))
            let caller = try scene.dial()
            // That of the caller's leg alone.
            _ = scene.telnyx.control("POST", "news/release")
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isInvited()
            let call = try scene.call(of: caller)
            try call.answers(.desk)
            #expect(call.winner(try await call.active()) == .desk)
            try await scene.releaseWebhooks()
            try await call.isLeft(by: .phone)
            try await call.ends(.answeredElsewhere)
            let ended = try await call.isHungUp()
            #expect(call.reason(.desk, ended) == .answered && call.reason(.phone, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 45: the phone's dial is over the account's rate: it rings at once, and is dialed later`()
        async throws
    {
        var setting = PublicScene.Setting.desk
        setting.telnyx = { $0.dialRate = StandinRate(1, per: .seconds(5)) }
        try await PublicScene.play(setting) { scene in
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isAsked("/v2/calls", 429)
            let areDialed = try await scene.phone.passes {
                scene.phoneDialCount == 1 && scene.newestLeg(of: .desk) != nil
            }
            #expect(areDialed)
            let call = try scene.call(of: caller)
            try await call.talk()
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
        }
    }

    @Test func `scenario 46: the phone's credential is gone at the carrier: it gets another, and is dialed by that`()
        async throws
    {
        try await PublicScene.play { scene in
            let before = scene.credentials
            for id in before { _ = scene.telnyx.control("DELETE", "credentials/\(id)") }
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isInvited()
            #expect(Set(scene.credentials).isDisjoint(with: before))
            let call = try scene.call(of: caller)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 46: or the dial is refused: the phone stops, and rings for the next call by another one`()
        async throws
    {
        var setting = PublicScene.Setting.desk
        setting.telnyx = { $0.switches.refusesDeadCredentials = true }
        try await PublicScene.play(setting) { scene in
            let before = scene.credentials
            for id in before { _ = scene.telnyx.control("DELETE", "credentials/\(id)") }
            let first = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.isAsked("/v2/calls", 422)
            let isOver = try await scene.phone.passes {
                scene.phone.device.screen.isEmpty && !scene.credentials.isEmpty
                    && Set(scene.credentials).isDisjoint(with: before)
            }
            #expect(isOver)
            scene.telnyx.hangUp(first)
            try await scene.expectNoLeg()
            let call = try await scene.ring()
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 57: every piece of news comes ten times, and has one effect`() async throws {
        try await PublicScene.play(.desk) { scene in
            let kinds = ["call.initiated", "call.answered", "call.bridged", "call.hangup"]
            scene.telnyx.set { $0.doubledEvents = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 10) }) }
            let call = try await scene.ring()
            try await call.talk()
            let ended = try await call.isHungUp()
            #expect(ended["version"] == 4 && scene.phoneDialCount == 1)
            #expect(call.reason(.phone, ended) == .answered && call.reason(.desk, ended) == .answeredElsewhere)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 62: all news of the phone's answer and the desk's decline come late and at once`() async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let kinds = ["call.answered", "call.bridged", "call.hangup"]
            scene.telnyx.set { $0.keptEvents = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 9) }) }
            await scene.phone.device.answer()
            try call.declines(.desk)
            try await call.stands()
            #expect(try await call.now()["state"] == "ringing")
            try await scene.releaseWebhooks()
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.active()) == .phone)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answered)
            #expect([.declined, .answeredElsewhere].contains(call.reason(.desk, ended)))
        }
    }

    @Test func `scenario 82: dials meet an outage: the phone rings by its push, and is dialed when it is over`()
        async throws
    {
        try await PublicScene.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil, path: "/v2/calls"))
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isAsked("/v2/calls", 503, 2)
            _ = scene.telnyx.control("DELETE", "faults")
            try await scene.isInvited()
            #expect(scene.phoneDialCount == 1)
            let call = try scene.call(of: caller)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 83: no answer comes: the phone has missed the call, and the caller leaves a message`()
        async throws
    {
        var setting = PublicScene.Setting.desk
        setting.telnyx = { $0.playbackTime = .milliseconds(100) }
        try await PublicScene.play(setting) { scene in
            let call = try await scene.ring()
            scene.clock.advance(by: RingLimits.ringTimeMax)
            try await scene.isAsked("actions/record_start", 200)
            try await call.ends(.missed)
            for device in [PublicCall.Device.phone, .desk] { try await call.isLeft(by: device) }
            // As long as a message has to be.
            scene.telnyx.clock.advance(by: .seconds(5))
            let ended = try await call.isHungUp()
            #expect(ended["outcome"] == "message")
            let reasons = [PublicCall.Device.phone, .desk].map { call.reason($0, ended) }
            #expect(reasons == [.missed, .missed])
            let messages = try await scene.exchange.ask("GET", "api/voicemail", as: ("bob", "bob-secret")).page
            #expect(messages["messages"]?.array?.count == 1)
        }
    }
}

extension PublicScene {
    /// The credentials there are at the carrier.
    var credentials: [String] {
        (telnyx.control("GET", "credentials")["credentials"]?.array ?? []).compactMap { $0.object?["id"]?.string }
    }
}
