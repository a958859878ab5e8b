import DeviceRuntime
import ExchangeServer
import LivePhones
import PhoneCore
import RingCore
import Standins
import Testing
import WireJSON

/// 36, 56, 75: the exchange dies with a phone of ours in the call, and is back.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegCrashTests {
    private static let stored: PublicScene.Setting = {
        var setting = PublicScene.Setting.desk
        setting.isStored = true
        return setting
    }()

    @Test
    func `scenario 36: the exchange dies between the phone's answer and the bridge: it joins the two when it is back`()
        async throws
    {
        try await PublicScene.play(Self.stored) { scene in
            let call = try await scene.ring()
            let leg = try call.leg(.phone)
            let arrives = try await call.keeping("call.answered") {
                await scene.phone.device.answer()
                let isAnswered = try await scene.phone.passes { scene.isAnswered(leg) }
                #expect(isAnswered)
            }
            try await scene.exchangeDies()
            try await arrives()
            try await call.stands()
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.active()) == .phone)
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
            #expect(scene.phoneDialCount == 1)
        }
    }

    @Test func `scenario 36: the exchange dies while they talk: they go on, and the end is heard of`() async throws {
        try await PublicScene.play(Self.stored) { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await scene.exchangeDies { try await scene.soundsBothWays(call.caller) }
            try await scene.soundsBothWays(call.caller)
            for leg in [call.caller, try call.leg(.phone)] { try await scene.isLookedAt(leg) }
            let status = try await call.isHungUp()
            #expect(status["outcome"] == "completedByCaller")
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 56: the exchange dies while the phone rings: it is not pushed again, and is answered`()
        async throws
    {
        try await PublicScene.play(Self.stored) { scene in
            let call = try await scene.ring()
            let count = scene.pushCount
            try await scene.exchangeDies()
            try await call.talk()
            #expect(scene.pushCount == count && scene.phoneDialCount == 1)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test
    func `scenario 75: the exchange dies before it heard that the phone was dialed: the phone is not dialed again`()
        async throws
    {
        try await PublicScene.play(Self.stored) { scene in
            scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: true), count: nil, path: "/v2/calls"))
            let caller = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            try await scene.isInvited()
            let call = try scene.call(of: caller)
            try await scene.exchangeDies { _ = scene.telnyx.control("DELETE", "faults") }
            try await call.talk()
            #expect(scene.phoneDialCount == 1)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }
}
