import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import PhoneKit
import PushPayload
import Standins
import Testing

/// A public caller rings bob's locked iPhone through the carrier: the two pushes in every order, another organization,
/// and the app killed at every step. Source: scenarios A to D (Documentation/Scenarios.md).
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PublicCallTests {
    @Test func `the carrier pushes the very first call, as the app has told it the token, and keeps no connection`()
        async throws
    {
        try await PublicScene.play { scene in
            #expect(scene.legs.isEmpty)
            await scene.reopen()
            let exchange = RegistrationID(TestExchange.organization)
            let isConnected = try await scene.phone.passes { [phone = scene.phone] in
                phone.screens?.connections[exchange] == .ready
            }
            #expect(isConnected)
            let carrier = RegistrationID(TestExchange.organization, .carrier)
            #expect([nil, .offline].contains(scene.phone.screens?.connections[carrier]))
            try await scene.areSocketsGone()
            await scene.phone.lockAndReclaim()
            let leg = try scene.dial()
            try await scene.deliver([.carrier])
            try await scene.answer(leg)
        }
    }

    @Test func `A: the exchange's push comes first and the carrier's joins it`() async throws {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange, .carrier])
            try await scene.rings()
            #expect(scene.phone.device.screen.first?.name == PublicScene.caller)
            try await scene.answer(leg)
        }
    }

    @Test func `B: the carrier's push comes first and the exchange's says who calls`() async throws {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.carrier, .exchange])
            try await scene.rings()
            let isNamed = try await scene.phone.passes { [phone = scene.phone] in
                phone.device.screen.first?.name.hasPrefix(PublicScene.caller) == true
            }
            #expect(isNamed)
            try await scene.answer(leg)
        }
    }

    @Test func `C: the carrier's push alone is enough for a call with sound, and the exchange tells who calls`()
        async throws
    {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.carrier])
            let payload = try #require(scene.newestRing(.carrier)).payloadText
            #expect(!payload.contains(PublicScene.caller), "the push service is not told who calls")
            try await scene.showsCaller()
            try await scene.answer(leg)
            scene.telnyx.hangUp(leg)
            let isInRecents = try await scene.phone.passes { [phone = scene.phone] in
                phone.device.recents.last?.name.hasPrefix(PublicScene.caller) == true
            }
            #expect(isInRecents)
        }
    }

    /// When the second push comes: the call rings by its INVITE, stands, or is over.
    enum Lateness: CaseIterable {
        case ringing, standing, over
    }

    @Test(arguments: PublicScene.Sender.allCases, Lateness.allCases)
    func `C: a push that is late is of the call that there is, and rings no other`(
        first: PublicScene.Sender, lateness: Lateness
    ) async throws {
        try await PublicScene.play { scene in
            let call = try await scene.ring([first])
            if lateness != .ringing { try await call.talk() }
            if lateness == .over {
                _ = try await call.isHungUp()
                try await call.ends(.completed)
            }
            try await scene.deliver(PublicScene.Sender.allCases.filter { $0 != first })
            switch lateness {
            case .ringing:
                try await scene.rings()
                try await call.talk()
            case .standing:
                #expect(scene.phone.device.screen.map(\.stage) == [.connected])
                try await scene.soundsBothWays(call.caller)
            case .over:
                let isOver = try await scene.phone.passes { scene.phone.device.screen.isEmpty }
                #expect(isOver)
                // Every push is reported as a call, so it has an entry of its own; it is no missed call.
                #expect(scene.phone.device.recents.map(\.kind) == [.incoming, .incoming])
            }
            #expect(scene.phoneDialCount == 1)
        }
    }

    @Test func `D: the exchange's push alone is enough for a call with sound`() async throws {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.answer(leg)
        }
    }

    @Test func `a phone that has lost its keys gets the caller from the exchange, as the INVITE has none`()
        async throws
    {
        try await PublicScene.play { scene in
            await scene.phone.device.forceQuit()
            try scene.phone.device.files.perform(.remove(path: PushKeyStore.name))
            await scene.phone.device.lock()
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            #expect(scene.phone.named.first == "rings: Unknown caller")
            try await scene.showsCaller()
            try await scene.answer(leg)
        }
    }

    @Test func `a phone without a key at the exchange gets the caller when it asks`()
        async throws
    {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange], without: "caller_sealed")
            #expect(scene.phone.named.first == "rings: Unknown caller")
            try await scene.showsCaller()
            try await scene.answer(leg)
        }
    }

    @Test(arguments: [[PublicScene.Sender.exchange], [.exchange, .carrier], [.carrier, .exchange]])
    func `a call for the organization that is not in use is taken at that one's carrier`(
        pushes: [PublicScene.Sender]
    ) async throws {
        try await PublicScene.play { scene in
            if pushes.contains(.carrier) { try await scene.meetCarrier(as: "bolt") }
            let leg = try scene.dial("bolt")
            try await scene.deliver(pushes)
            try await scene.answer(leg)
            let bolt = RegistrationID(OrganizationID("bolt"), .carrier)
            #expect(scene.phone.screens?.connections[bolt] == .ready)
            #expect(scene.phone.record?.organizations.active == TestExchange.organization)
        }
    }

    // MARK: - Killed

    @Test func `killed once the exchange's push was reported: the carrier's rings anew, and the call is taken`()
        async throws
    {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.deliver([.carrier])
            try await scene.answer(leg)
        }
    }

    @Test func `killed once the carrier's push was reported: the exchange's rings anew, and the call is taken`()
        async throws
    {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.carrier])
            await scene.phone.device.kill(.reclaimMemory)
            try await scene.deliver([.exchange])
            try await scene.answer(leg)
        }
    }

    @Test func `killed while it rings by its INVITE: opened again, it rings and is taken`() async throws {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.isInvited()
            await scene.phone.device.kill(.reclaimMemory)
            await scene.phone.device.unlock()
            await scene.phone.device.openApp()
            try await scene.answer(leg)
        }
    }

    @Test func `killed in the call: the carrier gives the phone up, and the caller's leg is ended`() async throws {
        try await PublicScene.play { scene in
            let leg = try scene.dial()
            try await scene.deliver([.exchange])
            try await scene.answer(leg)
            await scene.phone.device.kill(.reclaimMemory)
            await scene.phone.device.unlock()
            await scene.phone.device.openApp()
            try await scene.expectNoLeg()
            #expect(scene.phone.device.screen.isEmpty)
        }
    }
}
