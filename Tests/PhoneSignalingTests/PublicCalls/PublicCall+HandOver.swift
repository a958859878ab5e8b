import DeviceRuntime
import ExchangeServer
import LivePhones
import PhoneCore
import RingCore
import Standins
import Testing
import WireJSON

// A call changes hands: the requests to the exchange, and what the devices do.

extension PublicCall {
    /// Bob rings another device beside the call, and each hears the other; its leg.
    func bobConsults(_ device: Device, _ name: String) async throws -> String {
        #expect(try await request("consult", name) == 200)
        try await answersOnceRung(device)
        let leg = try leg(device)
        scene.telnyx.speak(.tone(PublicScene.otherTone), on: leg)
        try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
        try await isJoinedBeside()
        return leg
    }

    /// Bob's phone is woken to be consulted by who has the call, on a leg that speaks, and is given the caller.
    func isHandedToBob(by leg: String) async throws {
        try await isBroughtBack("consult")
        try await scene.rings()
        await scene.phone.device.answer()
        try await scene.soundsBothWays(leg, saying: PublicScene.otherTone)
        try await isJoinedBeside()
        #expect(try await request("complete_transfer") == 200)
        try await scene.soundsBothWays(caller)
    }

    private func isJoinedBeside() async throws {
        _ = try await status { $0["beside"]?.object?["joined"]?.bool == true }
    }

    /// The caller waits, and bob's phone is out of the call.
    func isParkedByPhone() async throws {
        #expect(try await request("park") == 200)
        try await isLeft(by: .phone)
        try await ends(.completed)
        _ = try await status { $0["state"]?.string == "parked" }
    }

    /// The call is brought to bob's phone, which pushes tell of it.
    func isBroughtBack(_ word: String, _ pushes: [PublicScene.Sender] = [.exchange]) async throws {
        scene.expectPushes()
        #expect(try await request(word, try await scene.phoneName()) == 200)
        try await scene.deliver(pushes)
    }

    /// What each ringing of a device came to, the last one too.
    func rounds(_ device: Device, _ status: JSONObject) -> [DeviceReason] {
        let reported = status["devices"]?.array?.compactMap(\.object).first {
            $0["device"]?.string == name(of: device, status)
        }
        let earlier =
            reported?["earlier_reasons"]?.array?.compactMap(\.string).compactMap(DeviceReason.init(rawValue:)) ?? []
        return earlier + [reason(device, status)].compactMap { $0 }
    }

    /// The device is rung anew, and answers.
    func answersOnceRung(_ device: Device) async throws {
        let isRung = try await scene.phone.passes {
            scene.newestLeg(of: device).map { isAlive($0) } ?? false
        }
        try #require(isRung)
        try answers(device)
    }
}

extension PublicScene {
    /// What the exchange calls bob's phone.
    func phoneName() async throws -> String {
        let devices = try await exchange.ask("GET", "api/devices", as: ("bob", "bob-secret")).page["devices"]?.array
        let phone = devices?.compactMap(\.object).first { $0["name"] == "Phone" }
        return try #require(phone?["id"]?.string)
    }
}
