import CallModel
import DeviceRuntime
import ExchangeCore
import ExchangeServer
import LivePhones
import PhoneCore
import PhoneExchange
import Redaction
import Standins
import Testing
import WireJSON

/// The person chooses which number a call out shows: from the app's page over phone and exchange to the far party.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CallerIDTests {
    private nonisolated static let second = "+15550101"
    /// Of the other organization.
    private nonisolated static let foreign = "+15550200"

    private func play(_ body: (PublicScene) async throws -> Void) async throws {
        var setting = PublicScene.Setting()
        setting.exchange = {
            $0.calling.outbound = OutboundPolicy()
            $0.telnyx?.numbers.append(
                CalledNumber(Redacted(Self.second), users: ["alice"], organization: TestExchange.organization.rawValue))
        }
        try await PublicScene.play(setting) { scene in
            await scene.phone.device.unlock()
            await scene.phone.device.openApp()
            try await body(scene)
        }
    }

    /// What the page is answered.
    private func answer(
        _ scene: PublicScene, _ method: BridgeMethod, _ options: JSONObject = [:]
    ) async throws -> Result<JSONObject, BridgeError> {
        let phone = scene.phone
        phone.call(method, options)
        let isAnswered = try await phone.passes { phone.screens?.answers[method.rawValue] != nil }
        try #require(isAnswered)
        return try #require(phone.screens?.answers[method.rawValue])
    }

    private func call(_ scene: PublicScene, showing number: String) async throws -> Result<JSONObject, BridgeError> {
        try await answer(
            scene, .call,
            ["destinationNumber": .string(PublicScene.caller), "callerIdNumber": .string(number)])
    }

    /// The number that the party who is called sees.
    private func shown(_ scene: PublicScene) async throws -> String? {
        var leg: JSONObject?
        let isDialed = try await scene.phone.passes { [telnyx = scene.telnyx] in
            // The phone's own leg, which waits at the carrier, is to that number too.
            leg = telnyx.liveLegs.first {
                $0["to"]?.string == PublicScene.caller && $0["from"]?.string?.hasPrefix("+") == true
            }
            return leg != nil
        }
        try #require(isDialed, "\(scene.telnyx.liveLegs)")
        return leg?["from"]?.string
    }

    @Test func `a page that starts in a new process finds who is signed in and which organization is in use`()
        async throws
    {
        try await play { scene in
            let snapshot = await scene.phone.screens?.snapshot()
            #expect(snapshot?["organizationId"] == "acme" && snapshot?["signedIn"] == true, "\(snapshot ?? [:])")
        }
    }

    @Test func `the page lists the numbers the person may show, and the far party sees the one that is chosen`()
        async throws
    {
        try await play { scene in
            let listed = try await answer(scene, .getCallerIDs).get()["callerIds"]
            #expect(
                listed == [
                    ["organizationId": "acme", "numbers": ["+15550100", .string(Self.second)]],
                    ["organizationId": "bolt", "numbers": [.string(Self.foreign)]],
                ])
            _ = try await call(scene, showing: Self.second).get()
            #expect(try await shown(scene) == Self.second)
        }
    }

    @Test func `a number of another organization is refused at once, and nothing is dialed`() async throws {
        try await play { scene in
            _ = try await answer(scene, .getCallerIDs).get()
            let refused = try await call(scene, showing: Self.foreign)
            #expect(refused == .failure(BridgeError(.refused, "callerIDNotAllowed")))
            #expect(scene.phone.device.screen.isEmpty && scene.telnyx.liveLegs.isEmpty)
        }
    }

    @Test func `where the phone has read no list the exchange refuses, and no party is dialed`() async throws {
        try await play { scene in
            _ = try await call(scene, showing: Self.foreign).get()
            let hasEnded = try await scene.phone.passes { [phone = scene.phone] in phone.screens?.end != nil }
            try #require(hasEnded)
            #expect(scene.phone.screens?.notified("callEnded")?["disposition"] == "declined")
            try await scene.expectNoLeg()
            let legs = scene.telnyx.control("GET", "legs")["legs"]?.array ?? []
            #expect(legs.count == 1, "the phone's own")
        }
    }
}
