import CallModel
import DeviceRuntime
import LivePhones
import PhoneCore
import Redaction
import Testing

/// Dialling for help on an exchange that leads no such call anywhere.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct EmergencyDialTests {
    /// 110 goes to the exchange, which may have an extension of that number; the others go to the carrier.
    @Test(arguments: ["110", "112", "+49 110"])
    func `who dials for help is told so that the app can open the telephone`(number: String) async throws {
        try await PublicScene.play { scene in
            await scene.phone.device.unlock()
            await scene.phone.device.openApp()
            scene.phone.ask(.dial(DialRequest(Redacted(number), spare: CallUUID(.random(high: 9, low: 9)))))
            let hasEnded = try await scene.phone.passes { [phone = scene.phone] in phone.screens?.end != nil }
            try #require(hasEnded, "\(scene.phone.lines.suffix(30))")
            #expect(scene.phone.screens?.end?.refusal == .emergency)
        }
    }

    @Test func `a name that is not in use is no call for help`() async throws {
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
