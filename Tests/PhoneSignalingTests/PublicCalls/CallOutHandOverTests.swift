import DeviceModel
import DeviceRuntime
import ExchangeCore
import ExchangeServer
import LivePhones
import PhoneCore
import RingCore
import Standins
import Testing
import WireJSON

/// 68: a call that bob makes out to the public network changes hands: whom he called is kept, and the phone's leg is
/// replaced.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallOutHandOverTests {
    @Test(arguments: [[PublicScene.Sender.exchange], [.exchange, .carrier]])
    func `scenario 68: bob parks whom he called, and takes them up on the same phone`(pushes: [PublicScene.Sender])
        async throws
    {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.callsOut()
            try await call.isParkedByCaller()
            await scene.phone.lockAndReclaim()
            try await scene.areSocketsGone()
            try await call.isBroughtBack("unpark", pushes)
            try await scene.rings()
            #expect(scene.phone.device.screen.first?.name.hasPrefix(PublicScene.callee) == true, "and not himself")
            try await call.talk()
            let status = try await call.active()
            let name = try await scene.phoneName()
            #expect(status["winner"]?.string == name && status["direction"] == "outbound")
            #expect(call.rounds(.phone, status) == [.answered, .answered])
            #expect(try await call.isHungUp()["outcome"] == "completedByCallee")
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: bob parks whom he called, his app ends, and woken it takes them up all the same`()
        async throws
    {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.callsOut()
            try await call.isParkedByCaller()
            await scene.phone.device.kill(.reclaimMemory)
            try await call.isBroughtBack("unpark")
            try await call.talk()
            await scene.phone.device.endCall()
            #expect(try await call.ended()["outcome"] == "completedByCaller")
            try await scene.expectNoLeg()
        }
    }

    @Test(arguments: [PublicCall.Device.desk, .colleague])
    func `scenario 68: whom bob called is taken up by another telephone, and each hears the other`(
        device: PublicCall.Device
    ) async throws {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.callsOut()
            try await call.isParkedByCaller()
            #expect(try await call.request("unpark", device.name) == 200)
            try await call.answersOnceRung(device)
            try await call.isJoined(with: device)
            try await call.soundsBothWays(with: device)
            #expect(call.winner(try await call.isHungUp()) == device)
        }
    }

    @Test(arguments: [PublicCall.Device.desk, .colleague])
    func `scenario 68: bob rings another telephone beside, and whom he called goes on there`(
        device: PublicCall.Device
    ) async throws {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.callsOut()
            _ = try await call.bobConsults(device, device.name)
            #expect(try await call.request("complete_transfer") == 200)
            try await call.isJoined(with: device)
            try await call.ends(.completed)
            try await call.soundsBothWays(with: device)
            #expect(call.winner(try await call.isHungUp()) == device)
        }
    }

    @Test func `scenario 68: bob consults a colleague and takes back whom he called, also after a cut`() async throws {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.callsOut()
            let leg = try await call.bobConsults(.colleague, PublicScene.colleague)
            try await scene.loseSocket()
            try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
            #expect(try await call.request("cancel_transfer") == 200)
            try await scene.soundsBothWays(call.caller)
            try await call.isLeft(by: .colleague)
            await scene.phone.device.endCall()
            #expect(try await call.ended()["outcome"] == "completedByCaller")
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 68: bob calls from his desk, and goes on with it on his phone`() async throws {
        try await PublicScene.play(.callingOut) { scene in
            let call = try await scene.deskCallsOut()
            #expect(try await call.request("park") == 200)
            _ = try await call.status { $0["state"]?.string == "parked" }
            try await call.isBroughtBack("unpark")
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }
}

extension PublicScene.Setting {
    /// Bob and a colleague may call out; there is a telephone on the desk of each.
    static let callingOut: PublicScene.Setting = {
        var setting = PublicScene.Setting(hasDesk: true, hasColleague: true)
        setting.exchange = { $0.calling.outbound = OutboundPolicy() }
        setting.reattachTime = .seconds(60)
        return setting
    }()
}

extension PublicScene {
    /// Bob's phone calls a public number over the carrier's line, and each hears the other; the leg to it.
    func reachesCallee() async throws -> String {
        putCallee()
        await reopen()
        let leg = try await callOut()
        try await soundsBothWays(leg)
        return leg
    }

    /// The same, as the exchange has it: whom he called is who is kept.
    fileprivate func callsOut() async throws -> PublicCall {
        let call = PublicCall(scene: self, caller: try await reachesCallee(), session: try await newestSession())
        _ = try await call.active()
        return call
    }

    private func putCallee() {
        telnyx.put(TelnyxFarEnd(answersAfter: .milliseconds(100), voice: .tone(Self.callersTone)), at: Self.callee)
    }

    /// Bob calls the same from the telephone on his desk.
    fileprivate func deskCallsOut() async throws -> PublicCall {
        putCallee()
        expectPushes()
        _ = telnyx.control("POST", "calls", ["from": .string(Self.deskAddress), "to": .string(Self.callee)])
        var far: String?
        let isDialed = try await phone.passes { [self] in
            far =
                legs.last { $0["direction"]?.string == "outgoing" && $0["to"]?.string == Self.callee }?[
                    "call_control_id"]?.string
            return far != nil
        }
        try #require(isDialed)
        let call = PublicCall(scene: self, caller: try #require(far), session: try await newestSession())
        _ = try await call.active()
        return call
    }
}

extension PublicCall.Device {
    fileprivate var name: String { self == .desk ? PublicScene.desk : PublicScene.colleague }
}

extension PublicCall {
    /// Bob's phone is out of the call, and whom he called waits.
    fileprivate func isParkedByCaller() async throws {
        #expect(try await request("park") == 200)
        try await ends(.completed)
        _ = try await status { $0["state"]?.string == "parked" }
        #expect(isAlive(caller))
    }

    /// Whom he called and a telephone hear each other, by what both say.
    fileprivate func soundsBothWays(with device: PublicCall.Device) async throws {
        let leg = try leg(device)
        let telnyx = scene.telnyx
        telnyx.speak(.tone(PublicScene.otherTone), on: leg)
        for leg in [leg, caller] { telnyx.listen(on: leg) }
        let isHeard = try await scene.phone.passes { [caller] in
            telnyx.recordedAudio(on: leg).amplitude(of: PublicScene.callersTone) > PublicScene.heardMin
                && telnyx.recordedAudio(on: caller).amplitude(of: PublicScene.otherTone) > PublicScene.heardMin
        }
        #expect(isHeard)
    }
}
