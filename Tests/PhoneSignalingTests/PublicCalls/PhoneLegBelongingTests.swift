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

/// 48–52, 64–67, 69–71 and 84: pushes, several calls at once, whose device it is, and a channel that was cut.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PhoneLegBelongingTests {
    @Test func `scenario 48: the push comes when the call is over: the phone says why it ended`() async throws {
        try await PublicScene.play(.desk) { scene in
            let first = try scene.dial()
            _ = try await scene.deskLeg()
            scene.telnyx.hangUp(first)
            try await scene.expectNoLeg()
            try await scene.isQuiet()
            try await scene.deliver([.exchange])
            try await scene.isOver(.missed)
            #expect(scene.phone.device.recents.map(\.kind) == [.missed])

            let second = try scene.dial()
            let desk = try await scene.deskLeg()
            _ = scene.telnyx.control("POST", "legs/\(desk)/answer")
            let isJoined = try await scene.phone.passes {
                scene.telnyx.liveLegs.contains { $0["bridged_with"]?.string == second }
            }
            #expect(isJoined)
            try await scene.deliver([.exchange])
            try await scene.isOver(.answeredElsewhere)
            scene.telnyx.hangUp(second)
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 49: the phone is woken twice, and rings once`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await scene.deliver([.exchange])
            try await scene.rings()
            #expect(scene.phone.device.screen.count == 1 && scene.phoneDialCount == 1)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
            try await call.ends(.completed)
        }
    }

    @Test func `scenario 50: the INVITE comes before the push, and both are one call`() async throws {
        try await PublicScene.play { scene in
            // A call that stands keeps the carrier's line.
            let first = try await scene.ring()
            try await first.talk()
            let second = try scene.dial(saying: PublicScene.otherTone)
            let waits = try await scene.phone.passes {
                scene.phone.device.screen.map(\.stage).contains(.ringing)
            }
            #expect(waits)
            try await scene.deliver([.exchange])
            #expect(scene.phone.device.screen.count == 2 && scene.phoneDialCount == 2)
            await scene.phone.device.holdAndAccept()
            try await scene.soundsBothWays(second, saying: PublicScene.otherTone)
            #expect(scene.phone.device.screen.count == 2)
            for leg in [first.caller, second] { scene.telnyx.hangUp(leg) }
            try await scene.expectNoLeg()
        }
    }

    @Test func `scenario 51: the push never comes: a phone in use hears of the call on its channel, and takes it`()
        async throws
    {
        try await PublicScene.play { scene in
            await scene.reopen()
            let exchange = RegistrationID(TestExchange.organization)
            let isThere = try await scene.phone.passes { scene.phone.screens?.connections[exchange] == .ready }
            #expect(isThere)
            let caller = try scene.dial()
            try await scene.rings()
            try await scene.isInvited()
            try await scene.showsCaller()
            let call = try scene.call(of: caller)
            try await call.talk()
            #expect(call.winner(try await call.isHungUp()) == .phone)
        }
    }

    @Test
    func `scenario 84: the desk answers while the phone's channel is cut: the phone is told what it missed, and once`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            await scene.reopen()
            let listens = try await scene.phone.passes { !scene.channel.subscriptions.isEmpty }
            try #require(listens)
            let caller = try scene.dial()
            try await scene.rings()
            try await scene.isInvited()
            let call = try scene.call(of: caller)
            // Else the carrier would tell the phone that it rings no more.
            scene.telnyx.plan(EdgeFault(.lose, method: "bye", count: nil))
            scene.channel.cut()
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            _ = try await call.active()
            #expect(scene.phone.device.screen.map(\.stage) == [.ringing])
            scene.channel.heal()
            try await call.ends(.answeredElsewhere)
            #expect(scene.phone.screens?.end?.answeredBy == RingDevice(name: "desk"))
            #expect(scene.phone.named.count { $0.hasPrefix("rings: ") } == 1)
            let since = scene.channel.subscriptions
            #expect(since.first == 0 && since.last ?? 0 > 0, "\(since)")
            #expect(call.reason(.phone, try await call.isHungUp()) == .answeredElsewhere)
        }
    }

    @Test func `scenario 64: two callers are two calls: the desk takes the second, and the phone keeps the first`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let first = try await scene.ring()
            try await first.talk()
            try await first.isLeft(by: .desk)
            let (second, call) = try await scene.secondCall()
            #expect(call.session != first.session)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            let isAlone = try await scene.phone.passes { scene.phone.device.screen.map(\.stage) == [.connected] }
            #expect(isAlone)
            #expect(scene.phone.screens?.end?.disposition == .answeredElsewhere)
            try await scene.soundsBothWays(first.caller)
            #expect(first.winner(try await first.now()) == .phone)
            #expect(call.winner(try await call.now()) == .desk)
            first.callerHangsUp()
            _ = try await first.ended()
            #expect(call.isAlive(second))
            _ = try await call.isHungUp()
        }
    }

    @Test func `scenario 66: a waiting call's caller gives up: it is missed, and the call that stands is heard`()
        async throws
    {
        try await PublicScene.play { scene in
            let first = try await scene.ring()
            try await first.talk()
            let (second, call) = try await scene.secondCall()
            scene.telnyx.hangUp(second)
            let isAlone = try await scene.phone.passes { scene.phone.device.screen.map(\.stage) == [.connected] }
            #expect(isAlone)
            #expect(scene.phone.screens?.end?.disposition == .missed)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) == .callerCancelled && ended["missed_by"] == ["bob"])
            try await scene.soundsBothWays(first.caller)
            _ = try await first.isHungUp()
        }
    }

    @Test func `scenario 66: or bob is busy, by policy, and his phone hears nothing of it`() async throws {
        var setting = PublicScene.Setting()
        setting.policy.busy = .skip
        setting.policy.hasVoicemail = false
        try await PublicScene.play(setting) { scene in
            let first = try await scene.ring()
            try await first.talk()
            let second = try scene.dial()
            let isTurnedAway = try await scene.phone.passes { !first.isAlive(second) }
            #expect(isTurnedAway)
            #expect(scene.pushCount == 0 && scene.phoneDialCount == 1)
            try await scene.soundsBothWays(first.caller)
            _ = try await first.isHungUp()
        }
    }

    @Test func `scenario 67: bob takes his time: a colleague is rung after him, answers, and his phone stops`()
        async throws
    {
        var setting = PublicScene.Setting(hasColleague: true)
        setting.laterUsers = ["alice"]
        setting.policy.stageTimes = [.seconds(2)]
        try await PublicScene.play(setting) { scene in
            let call = try await scene.ring()
            try await call.answersOnceRung(.colleague)
            try await call.isJoined(with: .colleague)
            try await call.ends(.answeredElsewhere)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .answeredElsewhere && call.reason(.colleague, ended) == .answered)
            #expect(scene.phone.device.notifications.isEmpty)
        }
    }

    @Test func `scenario 67: bob declines: a colleague is rung at once, and his phone is quiet`() async throws {
        var setting = PublicScene.Setting(hasColleague: true)
        setting.laterUsers = ["alice"]
        setting.policy.stageTimes = [.seconds(25)]
        try await PublicScene.play(setting) { scene in
            let call = try await scene.ring()
            await scene.phone.device.decline()
            try await call.ends(.declined)
            try await call.answersOnceRung(.colleague)
            try await call.isJoined(with: .colleague)
            #expect(scene.phone.device.screen.isEmpty)
            #expect(call.reason(.phone, try await call.isHungUp()) == .declined)
        }
    }

    @Test func `scenario 69: news of the phone's hold come after the end, and are ignored`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            let arrives = try await call.keeping("call.hold") {
                await scene.phone.device.hold()
                let isHeld = try await scene.phone.passes { scene.isHeldAtEdge }
                #expect(isHeld)
            }
            let ended = try await call.isHungUp()
            try await arrives()
            #expect(try await call.now() == ended && ended["version"] == 4)
            try await call.ends(.completed)
        }
    }

    // MARK: - Belonging

    @Test
    func `scenario 70: the phone moves to another organization while it rings, and takes the call for the old one`()
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            let bolt = OrganizationID("bolt")
            scene.phone.send(.organizations(.wanted(bolt)))
            let isMoved = try await scene.phone.passes { scene.phone.record?.organizations.active == bolt }
            #expect(isMoved)
            try await call.talk()
            #expect(call.winner(try await call.active()) == .phone)
            #expect(try await call.isHungUp()["organization_id"]?.string == TestExchange.organization.rawValue)
        }
    }

    @Test(arguments: [false, true])
    func `scenario 71: the phone is removed from bob's devices while it rings, or in the call: it stops at once`(
        isAnswered: Bool
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            let device = try #require(call.name(of: .phone, try await call.now()))
            if isAnswered { try await call.talk() }
            let removed = try await scene.exchange.ask("DELETE", "api/devices/\(device)", as: ("bob", "bob-secret"))
            #expect(removed.status == 204)
            try await call.isLeft(by: .phone)
            let isOver = try await scene.phone.passes {
                scene.phone.device.screen.isEmpty && scene.phone.sound?.isOpen != true
            }
            #expect(isOver)
            guard !isAnswered else { return try await scene.expectNoLeg() }
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            let ended = try await call.isHungUp()
            #expect(call.reason(.phone, ended) == .withdrawn && call.reason(.desk, ended) == .answered)
        }
    }
}

extension PublicScene {
    /// The leg by which the desk is rung, once it is; the exchange has sent its pushes then.
    func deskLeg() async throws -> String {
        let isRung = try await phone.passes { [self] in
            pushCount > 0 && liveLegs(to: Self.deskAddress).count == 1
        }
        try #require(isRung)
        return try #require(liveLegs(to: Self.deskAddress).first)
    }

    private func liveLegs(to address: String) -> [String] {
        telnyx.liveLegs.filter { $0["to"]?.string == address }.compactMap { $0["call_control_id"]?.string }
    }

    /// Nothing is left on the phone, and it knows how the last call ended.
    func isOver(_ disposition: CallDisposition) async throws {
        let isOver = try await phone.passes { [phone] in
            phone.device.screen.isEmpty && phone.screens?.end?.disposition == disposition
        }
        #expect(isOver, "\(phone.screens?.end as Any)")
    }

    /// A second caller calls while a call stands: it waits on the phone.
    func secondCall() async throws -> (caller: String, call: PublicCall) {
        let caller = try dial(saying: Self.otherTone)
        try await deliver([.exchange])
        let waits = try await phone.passes { [phone] in phone.device.screen.map(\.stage).contains(.ringing) }
        try #require(waits)
        return (caller, PublicCall(scene: self, caller: caller, session: try await newestSession()))
    }
}
