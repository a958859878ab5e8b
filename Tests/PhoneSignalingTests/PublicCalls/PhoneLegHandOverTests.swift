import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PhoneKit
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// 68: a call changes hands.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegHandOverTests {
    private static let colleague = PublicScene.Setting(hasDesk: true, hasColleague: true)

    @Test func `scenario 68: a call that rings is transferred to a colleague: the phone stops`() async throws {
        try await PublicScene.play(Self.colleague) { scene in
            let call = try await scene.ring()
            #expect(try await call.request("transfer", PublicScene.colleague) == 200)
            for device in [PublicCall.Device.phone, .desk] { try await call.isLeft(by: device) }
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
            try await call.answersOnceRung(.colleague)
            try await call.isJoined(with: .colleague)
            #expect(call.winner(try await call.isHungUp()) == .colleague)
        }
    }

    @Test func `scenario 68: bob consults a colleague, hears them, and hands the caller over: his phone is free`()
        async throws
    {
        try await PublicScene.play(Self.colleague) { scene in
            let call = try await scene.ring()
            try await call.talk()
            _ = try await call.bobConsults(.colleague, PublicScene.colleague)
            #expect(try await call.request("complete_transfer") == 200)
            try await call.isJoined(with: .colleague)
            try await call.isLeft(by: .phone)
            try await call.ends(.completed)
            #expect(call.winner(try await call.isHungUp()) == .colleague)
        }
    }

    @Test func `scenario 68: a consultation is canceled: bob has the caller back, and both hear each other`()
        async throws
    {
        try await PublicScene.play(Self.colleague) { scene in
            let call = try await scene.ring()
            try await call.talk()
            #expect(try await call.request("consult", PublicScene.colleague) == 200)
            try await call.answersOnceRung(.colleague)
            _ = try await call.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(try await call.request("cancel_transfer") == 200)
            try await call.isLeft(by: .colleague)
            try await scene.soundsBothWays(call.caller)
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 68: a colleague parks a caller, and bob's phone is woken and takes them up`() async throws {
        try await PublicScene.play(PublicScene.Setting(hasColleague: true, users: ["alice"])) { scene in
            let call = try await scene.colleagueAnswers()
            #expect(try await call.request("park") == 200)
            try await call.isLeft(by: .colleague)
            _ = try await call.status { $0["state"]?.string == "parked" }
            #expect(try await call.request("unpark", try await scene.phoneName()) == 200)
            try await scene.deliver([.exchange])
            try await call.talk()
            #expect(call.winner(try await call.active()) == .phone)
            await scene.phone.device.endCall()
            #expect(try await call.ended()["outcome"] == "completedByCallee")
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 68: a colleague consults bob, whose phone is woken, and hands the caller over to him`()
        async throws
    {
        try await PublicScene.play(PublicScene.Setting(hasColleague: true, users: ["alice"])) { scene in
            let call = try await scene.colleagueAnswers()
            let leg = try call.leg(.colleague)
            scene.telnyx.speak(.tone(PublicScene.otherTone), on: leg)
            try await call.isHandedToBob(by: leg)
            try await call.isLeft(by: .colleague)
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: bob's phone parks a caller, and the desk takes them up`() async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await call.talk()
            #expect(try await call.request("park") == 200)
            try await call.isLeft(by: .phone)
            try await call.ends(.completed)
            _ = try await call.status { $0["state"]?.string == "parked" }
            #expect(try await call.request("unpark", PublicScene.desk) == 200)
            try await call.answersOnceRung(.desk)
            try await call.isJoined(with: .desk)
            #expect(call.winner(try await call.isHungUp()) == .desk)
        }
    }

    // MARK: - Back to the phone that was rung before

    @Test(arguments: [[PublicScene.Sender.exchange], [.carrier, .exchange], [.exchange, .carrier], [.carrier]])
    func `scenario 68: bob parks a caller and takes them up on the same phone, woken by either push`(
        pushes: [PublicScene.Sender]
    ) async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isParkedByPhone()
            try await call.isBroughtBack("unpark", pushes)
            try await call.talk()
            let status = try await call.active()
            #expect(call.winner(status) == .phone && call.rounds(.phone, status) == [.answered, .answered])
            await scene.phone.device.endCall()
            #expect(try await call.ended()["outcome"] == "completedByCallee")
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 68: the app ends after bob has parked a caller: woken, it takes them up all the same`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isParkedByPhone()
            await scene.phone.device.kill(.reclaimMemory)
            try await call.isBroughtBack("unpark")
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: a phone whose app is on the screen is told of a parked caller on its channel`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isParkedByPhone()
            await scene.reopen()
            #expect(try await call.request("unpark", try await scene.phoneName()) == 200)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test func `scenario 68: bob declines a parked caller, who stays parked, and takes them up the next time`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await call.isParkedByPhone()
            try await call.isBroughtBack("unpark")
            try await scene.rings()
            await scene.phone.device.decline()
            let status = try await call.status { call.reason(.phone, $0) == .declined && $0["beside"] == nil }
            #expect(status["state"] == "parked")
            try await call.isBroughtBack("unpark")
            try await call.talk()
            let rounds = call.rounds(.phone, try await call.isHungUp())
            #expect(rounds == [.answered, .declined, .answered])
        }
    }

    @Test func `scenario 68: a call that rings goes to a colleague and back, and bob's phone rings anew`() async throws
    {
        try await PublicScene.play(Self.colleague) { scene in
            let call = try await scene.ring()
            #expect(try await call.request("transfer", PublicScene.colleague) == 200)
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
            try await call.isBroughtBack("transfer")
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.winner(status) == .phone && call.rounds(.phone, status) == [.withdrawn, .answered])
            #expect(call.reason(.colleague, status) == .withdrawn)
        }
    }

    @Test func `scenario 68: bob hands a caller over, is consulted by the colleague, and has the caller back`()
        async throws
    {
        try await PublicScene.play(Self.colleague) { scene in
            let call = try await scene.ring()
            try await call.talk()
            let leg = try await call.bobConsults(.colleague, PublicScene.colleague)
            #expect(try await call.request("complete_transfer") == 200)
            try await call.isJoined(with: .colleague)
            try await call.ends(.completed)
            _ = try await call.active()
            try await call.isHandedToBob(by: leg)
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 68: a push of the first ringing that comes during the second rings for nothing`() async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            let late = try #require(scene.newestRing(.exchange))
            try await call.talk()
            try await call.isParkedByPhone()
            try await call.isBroughtBack("unpark")
            try await scene.rings()
            await scene.phone.device.push(json: Data(late.payload))
            try await scene.rings()
            try await call.talk()
            await scene.phone.device.push(json: Data(late.payload))
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }
}

extension PublicScene {
    /// Someone calls a number of alice's, and she talks to them; bob's phone knows nothing of it.
    fileprivate func colleagueAnswers() async throws -> PublicCall {
        let caller = try dial()
        let isRung = try await phone.passes { [self] in newestLeg(of: .colleague) != nil }
        try #require(isRung)
        let call = PublicCall(scene: self, caller: caller, session: try await newestSession())
        try call.answers(.colleague)
        try await call.isJoined(with: .colleague)
        _ = try await call.active()
        #expect(pushCount == 0)
        return call
    }
}
