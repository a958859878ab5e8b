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
@Suite(.serialized, .timeLimit(.minutes(2)))
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

    @Test func `killed between the tap and the INVITE: opened again, it is out of the call, and the desk takes it`()
        async throws
    {
        try await PublicScene.play(.desk) { scene in
            scene.telnyx.plan(EdgeFault(.lose, method: "invite"))
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.rings()
            let call = try scene.call(of: leg)
            await scene.phone.device.answer()
            // The exchange holds the call for the phone that has tapped.
            _ = try await call.status { call.winner($0) == .phone }
            await scene.phone.device.kill(.reclaimMemory)
            await scene.reopen()
            try await call.isLeft(by: .phone)
            #expect(scene.phone.device.screen.isEmpty && scene.phone.record?.notices.notices.count == 1)
            try call.answers(.desk)
            try await call.isJoined(with: .desk)
            #expect(call.reason(.desk, try await call.isHungUp()) == .answered)
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
    nonisolated static let callee = "+15550300199"

    /// Bob unlocks the phone and opens the app.
    func reopen() async {
        await phone.device.unlock()
        await phone.device.openApp()
    }

    /// Bob calls a public number, which is answered; the leg to it.
    func callOut() async throws -> String {
        phone.tell(
            .user(UserTicket(1), .dial(DialRequest(Redacted(Self.callee), spare: CallUUID(UUID().value)))))
        let stands = try await phone.passes { [phone] in phone.device.screen.first?.stage == .connected }
        try #require(stands)
        // The phone's own leg is to that number as well; the exchange's is from the organisation's.
        let leg = telnyx.liveLegs.first {
            $0["to"]?.string == Self.callee && Self.numbers.values.contains($0["from"]?.string ?? "")
        }
        return try #require(leg?["call_control_id"]?.string)
    }
}
