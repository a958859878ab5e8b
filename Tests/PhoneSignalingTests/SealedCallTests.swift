import CallModel
import CarillonRTC
import DeviceModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneKit
import Redaction
import Standins
import Testing

/// Who calls, from the exchange to the lock screen: sealed by a real exchange with the key that the phone gave it, carried
/// by a push service in Apple's stead, opened on the modelled iPhone.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SealedCallTests {
    /// Alice calls bob, whose phone a push reaches after something has happened to it.
    private func callBob(
        after before: (LivePhone) async throws -> Void,
        _ check: (LivePhone) async throws -> Void
    ) async throws {
        let apns = try await APNsStandin.start(.bobsApp)
        // However long the phone takes to come up on a busy machine.
        let exchange = try await TestExchange.start(push: apns.pushing, ringing: .seconds(120))
        try await exchange.makeOrganization()
        let engine = try NativeMediaEngine()
        let phone = try await exchange.bobsPhone(
            engine, saying: ToneGenerator(frequency: 440), hearing: ToneMeter([880]))
        let token = try #require(phone.record?.tokens.wanted)
        try await before(phone)
        apns.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
        let alice = try await exchange.client("alice", "alice-secret", engine)
        var options = DialOptions()
        options.source = ToneGenerator(frequency: 880)
        _ = try await alice.dial("bob", options)
        let isPushed = try await phone.passes { apns.receivedCount > 0 }
        #expect(isPushed)
        let push = try #require(apns.received.first)
        let text = String(decoding: push.payload, as: UTF8.self)
        for word in ["Alice", "+1555", "Acme"] { #expect(!text.contains(word), "\(word)") }
        await phone.device.push(json: Data(push.payload))
        try await check(phone)
        #expect(phone.device.violations == 0)
        #expect(!phone.lines.joined().contains("Alice"))
        await alice.disconnect()
        await phone.discard()
        engine.close()
        await exchange.stop()
        await apns.stop()
    }

    @Test func `before the first unlock the phone names the caller, and asks for the unlock`() async throws {
        try await callBob {
            await $0.device.reboot()
        } _: { phone in
            #expect(phone.device.machine.lock == .beforeFirstUnlock)
            #expect(phone.named == ["rings: Alice Example · Acme"])
            await phone.device.advance(by: .seconds(9))
            #expect(phone.device.recents.map(\.name) == ["Alice Example · Acme"])
            #expect(phone.device.screen.isEmpty)
        }
    }

    @Test func `a phone that has lost its keys learns of the caller by the INVITE, and gives the exchange a new key`()
        async throws
    {
        var former: PushKeyID?
        try await callBob {
            former = $0.record?.pushKey.confirmed
            await $0.device.forceQuit()
            try $0.device.files.perform(.remove(path: PushKeyStore.name))
            await $0.device.lock()
        } _: { phone in
            // What the INVITE says may have come since.
            #expect(phone.named.first == "rings: Unknown caller")
            let isNamed = try await phone.passes { phone.device.screen.first?.name == "Alice Example" }
            #expect(isNamed)
            let isRenewed = try await phone.passes { phone.record?.pushKey.confirmed != former }
            #expect(isRenewed)
            #expect(phone.lines.contains { $0.contains("sealedCaller: unopened") })
        }
    }
}
