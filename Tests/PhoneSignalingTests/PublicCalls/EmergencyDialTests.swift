import CallModel
import DeviceRuntime
import ExchangeCore
import ExchangeServer
import LivePhones
import PhoneCore
import Redaction
import Standins
import Testing
import WireJSON

/// Dialing for help on an exchange that leads no such call anywhere.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct EmergencyDialTests {
    /// 110 goes to the exchange, which may have an extension of that number; the others go to the carrier.
    @Test(arguments: ["110", "112", "+49 110"])
    func `a refused emergency call is reported so that the app can open the telephone`(number: String) async throws {
        try await PublicScene.play { scene in
            await scene.reopen()
            try await isRefused(number, scene)
        }
    }

    @Test(arguments: ["110", "112"])
    func `where the operator leads them, who dials for help speaks to help, over the carrier`(number: String)
        async throws
    {
        try await PublicScene.play(Self.routed) { scene in
            await scene.reopen()
            try await speaksToHelp(by: number, scene)
        }
    }

    @Test func `a phone on the screen learns that the operator routes emergency calls, and reaches help`()
        async throws
    {
        try await PublicScene.play { scene in
            await scene.reopen()
            try await knows([], scene)
            try await scene.reconfigure { Self.routed.exchange(&$0) }
            try await knows(EmergencyNumber.usual.sorted(), scene)
            try await speaksToHelp(by: "110", scene)
        }
    }

    @Test
    func `a phone that slept learns when it is opened that the operator no longer routes emergency calls`()
        async throws
    {
        try await PublicScene.play(Self.routed) { scene in
            try await scene.reconfigure { $0.calling.outbound = OutboundPolicy() }
            await scene.reopen()
            try await knows([], scene)
            try await isRefused("110", scene)
        }
    }

    /// Its credentials said that 110 is routed over the carrier, and it hears nothing on its channel.
    @Test func `a phone with an outdated list learns from the refusal that emergency calls are no longer routed`()
        async throws
    {
        var setting = Self.routed
        setting.hasChannel = false
        try await PublicScene.play(setting) { scene in
            try await scene.reconfigure { $0.calling.outbound = OutboundPolicy() }
            await scene.reopen()
            #expect(scene.phone.record?.credentials.emergencyNumbers?.contains("110") == true)
            try await isRefused("110", scene)
        }
    }

    private static let routed: PublicScene.Setting = {
        var setting = PublicScene.Setting()
        setting.exchange = {
            var outbound = OutboundPolicy()
            outbound.emergency = .routed
            $0.calling.outbound = outbound
        }
        return setting
    }()

    private func knows(_ numbers: [String], _ scene: PublicScene) async throws {
        let isKnown = try await scene.phone.passes { [phone = scene.phone] in
            phone.record?.credentials.emergencyNumbers == numbers
        }
        try #require(isKnown, "\(scene.phone.record?.credentials as Any)")
    }

    private func speaksToHelp(by number: String, _ scene: PublicScene) async throws {
        scene.telnyx.put(
            TelnyxFarEnd(answersAfter: .milliseconds(100), voice: .tone(PublicScene.otherTone)), at: number)
        scene.phone.ask(.dial(DialRequest(Redacted(number), spare: CallUUID(.random(high: 9, low: 9)))))
        let stands = try await scene.phone.passes { [phone = scene.phone] in
            phone.device.screen.first?.stage == .connected
        }
        try #require(stands, "\(scene.phone.lines.suffix(30))")
        let leg = try #require(
            scene.telnyx.liveLegs.first {
                $0["to"]?.string == number && PublicScene.numbers.values.contains($0["from"]?.string ?? "")
            }?["call_control_id"]?.string)
        try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
        await scene.phone.device.endCall()
        try await scene.expectNoLeg()
    }

    private func isRefused(_ number: String, _ scene: PublicScene) async throws {
        scene.phone.ask(.dial(DialRequest(Redacted(number), spare: CallUUID(.random(high: 9, low: 9)))))
        let hasEnded = try await scene.phone.passes { [phone = scene.phone] in phone.screens?.end != nil }
        try #require(hasEnded, "\(scene.phone.lines.suffix(30))")
        #expect(scene.phone.screens?.end?.refusal == .emergency)
    }

    @Test func `a user name made of digits does not count as an emergency call`() async throws {
        try await PublicScene.play { scene in
            await scene.phone.device.unlock()
            await scene.phone.device.openApp()
            scene.phone.ask(.dial(DialRequest("4711", spare: CallUUID(.random(high: 9, low: 9)))))
            let hasEnded = try await scene.phone.passes { [phone = scene.phone] in phone.screens?.end != nil }
            try #require(hasEnded, "\(scene.phone.lines.suffix(30))")
            #expect(scene.phone.screens?.end?.reason == .unreachable)
            #expect(scene.phone.screens?.end?.refusal == nil)
        }
    }
}
