import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeCore
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

/// The app's process ends at a step of a call over the carrier's line. Before and after the pushes, while it rings and in
/// the call: ``PublicCallTests``.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PublicKilledTests {
    @Test func `killed after a decline, before it was told: opened again, it tells it, and the desk rings on`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            // The phone logs in, and there is no INVITE to be turned down.
            scene.telnyx.plan(EdgeFault(.lose, method: "invite", count: 2))
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: leg)
            await scene.phone.device.decline()
            await scene.phone.device.kill(.reclaimMemory)
            #expect(scene.phone.device.screen.isEmpty)
            await scene.reopen()
            let status = try await call.status { call.reason(.phone, $0) == .declined }
            #expect(status["state"] == "ringing")
            #expect(scene.phone.device.screen.isEmpty && scene.phone.device.notifications.isEmpty)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(call.reason(.desk, try await call.isHungUp()) == .answered)
        }
    }

    @Test(arguments: PublicScene.MissingInvite.allCases)
    func `killed between the tap and the INVITE: opened again while the caller waits, it rings, and bob takes it`(
        missing: PublicScene.MissingInvite
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.isKilledWhileAnswering(missing)
            await scene.reopen()
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
            #expect(scene.phone.device.notifications.isEmpty)
        }
    }

    @Test(arguments: PublicScene.MissingInvite.allCases)
    func `killed between the tap and the INVITE: woken by a push, it rings, and bob takes it`(
        missing: PublicScene.MissingInvite
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.isKilledWhileAnswering(missing)
            let push = try #require(scene.newestRing(.exchange))
            await scene.phone.device.push(json: Data(push.payload))
            try await call.talk()
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
            #expect(scene.phone.device.notifications.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `killed while it rings, and the carrier does not notice: the next process has the INVITE, and bob takes it`(
        isPushed: Bool
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await scene.isKilledUnnoticed()
            try await scene.rings(again: isPushed)
            try await call.talk()
            let status = try await call.isHungUp()
            #expect(call.reason(.phone, status) == .answered && call.reason(.desk, status) == .answeredElsewhere)
            #expect(scene.phoneDialCount == 1)
        }
    }

    @Test(arguments: [true, false])
    func `killed between the tap and the INVITE, unnoticed by the carrier: it rings again, and bob takes it`(
        isPushed: Bool
    ) async throws {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.isKilledWhileAnswering(isNoticed: false)
            try await scene.rings(again: isPushed)
            try await call.talk()
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
        }
    }

    @Test(arguments: [true, false])
    func `killed between the answer and the bridge: both legs end, and nothing is left on the phone`(isNoticed: Bool)
        async throws
    {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            let arrives = try await call.phoneAnswersUnheard()
            if isNoticed {
                await scene.phone.device.kill(.reclaimMemory)
                try await scene.areSocketsGone()
            } else {
                try await scene.isKilledUnnoticed()
            }
            try await arrives()
            await scene.reopen()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) != nil, "\(ended)")
            try await scene.answer(try await scene.nextCall())
        }
    }

    @Test func `killed while it rings, unnoticed by the carrier: the caller gives up, and nothing rings on`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.ring()
            try await scene.isKilledUnnoticed()
            try await scene.rings(again: false)
            call.callerHangsUp()
            _ = try await call.ended()
            let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
            #expect(isOver)
            try await scene.expectNoLeg()
        }
    }

    @Test func `killed between the tap and the INVITE: the desk takes it meanwhile, and nothing is told`() async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.isKilledWhileAnswering()
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            await scene.reopen()
            let isSettled = try await scene.phone.passes {
                scene.phone.record?.notices.notices.map(\.stage) == [.settled]
            }
            #expect(isSettled && scene.phone.device.screen.isEmpty && scene.phone.device.notifications.isEmpty)
            #expect(call.reason(.phone, try await call.isHungUp()) == .answeredElsewhere)
        }
    }

    @Test
    func `killed between the tap and the INVITE: the caller gives up meanwhile, and bob is told that it was cut off`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            let call = try await scene.isKilledWhileAnswering()
            call.callerHangsUp()
            _ = try await call.ended()
            await scene.reopen()
            let isReported = try await scene.phone.passes {
                let notice = scene.phone.record?.notices.notices.first
                return notice?.kind == .dropped && notice?.reason == .cancelled && notice?.isUnread == true
            }
            #expect(isReported, "\(scene.phone.record?.notices.notices as Any)")
            #expect(scene.phone.device.screen.isEmpty)
        }
    }

    @Test func `killed while held: the caller's leg is ended, and nothing is left on the phone`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            await scene.phone.device.hold()
            try await scene.isSilent(at: call.caller)
            await scene.phone.device.kill(.reclaimMemory)
            await scene.reopen()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) == .answered && ended["missed_by"] == [])
        }
    }

    @Test func `killed in the call, and the carrier does not notice: opened again, the phone ends it`() async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring()
            try await call.talk()
            try await scene.isKilledUnnoticed()
            await scene.reopen()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
            let ended = try await call.ended()
            #expect(call.reason(.phone, ended) == .answered && ended["missed_by"] == [])
        }
    }

    @Test func `killed in a call while another waits: the first ends, and the other rings on and is taken`()
        async throws
    {
        try await PublicScene.play { scene in
            let first = try await scene.ring()
            try await first.talk()
            let (second, call) = try await scene.secondCall()
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.areSocketsGone()
            await scene.reopen()
            let isFirstOver = try await scene.phone.passes { !first.isAlive(first.caller) }
            #expect(isFirstOver)
            try await scene.rings()
            await scene.phone.device.answer()
            try await scene.soundsBothWays(second, saying: PublicScene.otherTone)
            #expect(first.reason(.phone, try await first.ended()) == .answered)
            #expect(call.reason(.phone, try await call.isHungUp()) == .answered)
        }
    }

    @Test func `killed while a call out is being placed: both legs end, and bob may call again`() async throws {
        var setting = PublicScene.Setting()
        setting.exchange = { $0.calling.outbound = OutboundPolicy() }
        try await PublicScene.play(setting) { scene in
            let voice = PublicScene.otherTone
            scene.telnyx.put(
                TelnyxFarEnd(answersAfter: .seconds(120), voice: .tone(voice)), at: PublicScene.callee)
            await scene.reopen()
            scene.dialOut()
            let isPlaced = try await scene.phone.passes { scene.legToCallee != nil }
            try #require(isPlaced)
            await scene.phone.device.kill(.crash)
            await scene.reopen()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
            scene.telnyx.put(
                TelnyxFarEnd(answersAfter: .milliseconds(100), voice: .tone(voice)), at: PublicScene.callee)
            try await scene.soundsBothWays(try await scene.callOut(), saying: voice)
        }
    }

    @Test func `killed in a call out: both legs end, and bob may call again`() async throws {
        var setting = PublicScene.Setting()
        setting.exchange = { $0.calling.outbound = OutboundPolicy() }
        try await PublicScene.play(setting) { scene in
            scene.telnyx.put(
                TelnyxFarEnd(answersAfter: .milliseconds(100), voice: .tone(PublicScene.otherTone)),
                at: PublicScene.callee)
            await scene.reopen()
            for _ in 0..<2 {
                let leg = try await scene.callOut()
                try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
                await scene.phone.device.kill(.crash)
                await scene.reopen()
                try await scene.expectNoLeg()
                #expect(scene.phone.device.screen.isEmpty)
            }
        }
    }
}

extension PublicScene {
    /// Why a phone has no INVITE when its process ends.
    enum MissingInvite: CaseIterable {
        /// The phone has not asked for its calls: the carrier keeps the INVITE for it.
        case unasked
        /// The carrier has sent it, and it did not arrive.
        case lost

        fileprivate var fault: EdgeFault {
            switch self {
            case .unasked: EdgeFault(.lose, method: "attachCalls", isToPhone: false, count: nil)
            case .lost: EdgeFault(.lose, method: "invite", count: nil)
            }
        }
    }

    /// Bob's phone rings, he taps to answer, and the app ends before the INVITE: the exchange holds the call for the phone.
    /// Nothing goes missing any more for the process that comes next.
    func isKilledWhileAnswering(
        _ missing: MissingInvite = .lost, isNoticed: Bool = true,
        calledFor organization: String = TestExchange.organization.rawValue
    ) async throws -> PublicCall {
        telnyx.plan(missing.fault)
        let leg = try dial(organization)
        try await deliver([.exchange])
        try await rings()
        if missing == .lost { try await isInvited() }
        let call = try call(of: leg)
        await phone.device.answer()
        _ = try await call.status { call.winner($0) == .phone }
        guard isNoticed else {
            try await isKilledUnnoticed()
            return call
        }
        await phone.device.kill(.reclaimMemory)
        try await areSocketsGone()
        _ = telnyx.control("DELETE", "edge/faults")
        return call
    }

    /// The app's process ends, and for the carrier its socket is there still. Nothing else goes wrong any more.
    func isKilledUnnoticed() async throws {
        telnyx.plan(EdgeFault(.lose, method: EdgeFault.ending, isToPhone: false, count: nil))
        await phone.device.kill(.reclaimMemory)
        let isDead = try await phone.passes { [telnyx] in
            let sockets = telnyx.control("GET", "edge")["sockets"]?.array ?? []
            return !sockets.isEmpty && sockets.allSatisfy { $0.object?["is_dead"]?.bool == true }
        }
        try #require(isDead)
        _ = telnyx.control("DELETE", "edge/faults")
    }

    /// The caller dials again, and the exchange's push comes; the caller's leg.
    func nextCall() async throws -> String {
        let leg = try dial()
        try await deliver([.exchange])
        return leg
    }

    /// A new process of the app rings: the exchange's push comes again, or bob opens the app.
    func rings(again isPushed: Bool) async throws {
        if isPushed {
            await phone.device.push(json: Data(try #require(newestRing(.exchange)).payload))
        } else {
            await reopen()
        }
        try await rings()
    }

    nonisolated static let callee = "+15550300199"

    /// Bob unlocks the phone and opens the app.
    func reopen() async {
        await phone.device.unlock()
        await phone.device.openApp()
    }

    /// Bob calls a public number in the app.
    func dialOut() {
        phone.send(
            .user(UserRequestID(1), .dial(DialRequest(Redacted(Self.callee), spare: CallUUID(UUID().value)))))
    }

    /// The leg to that number. The phone's own is to it as well; the exchange's is from the organization's number.
    var legToCallee: String? {
        telnyx.liveLegs.first {
            $0["to"]?.string == Self.callee && Self.numbers.values.contains($0["from"]?.string ?? "")
        }?["call_control_id"]?.string
    }

    /// Bob calls a public number, which is answered; the leg to it.
    func callOut() async throws -> String {
        dialOut()
        let stands = try await phone.passes { [phone] in phone.device.screen.first?.stage == .connected }
        try #require(stands)
        return try #require(legToCallee)
    }
}
