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
import PhoneSignaling
import Redaction
import Standins
import Testing
import WireJSON

/// The whole thing, once: the phone's shell on the models of Apple's frameworks, the client of the exchange's API, real
/// signaling, a real exchange, a push service in Apple's stead, real media.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LockScreenCallTests {
    private static let alicesTone = 880.0
    private static let bobsTone = 440.0

    @Test func `a push on a locked phone rings, is answered there, carries sound, and is hung up there`() async throws {
        let apns = try await APNsStandin.start(.bobsApp)
        let exchange = try await TestExchange.start(push: apns.pushing)
        try await exchange.makeOrganization()
        let engine = try NativeMediaEngine()
        let bobHears = ToneMeter([Self.alicesTone])
        let phone = try await exchange.bobsPhone(
            engine, saying: ToneGenerator(frequency: Self.bobsTone), hearing: bobHears)
        let token = try #require(phone.record?.tokens.wanted)
        await phone.lockAndReclaim()
        apns.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
        #expect(phone.device.life == .notRunning)

        // Alice dials. Bob's other phone is there to be rung; his mobile phone is not.
        let desk = try await exchange.client("bob-desk", "secret", engine)
        let aliceHears = ToneMeter([Self.bobsTone])
        let alice = try await exchange.client("alice", "alice-secret", engine)
        var options = DialOptions()
        options.source = ToneGenerator(frequency: Self.alicesTone)
        options.sink = aliceHears
        let call = try await alice.dial("bob", options)
        let session = try await call.session()

        // The push the exchange sent arrives, as Apple's service would bring it, and rings; no scene ever becomes active.
        let isPushed = try await phone.passes { apns.receivedCount > 0 }
        #expect(isPushed)
        let push = try #require(apns.received.first)
        #expect(push.device == token.digits.revealed)
        #expect(push.pushType == .voip)
        await phone.device.push(json: Data(push.payload))
        let rings = try await phone.passes { phone.device.screen.first?.stage == .ringing }
        #expect(rings)
        // The push tells no service who calls; the phone reads it before anything else is known.
        #expect(!String(decoding: push.payload, as: UTF8.self).contains("Alice"))
        #expect(phone.named == ["rings: Alice Example · Acme"])
        #expect(phone.device.screen.count == 1)
        let knows = try await phone.passes { call.state.progress == .ringing }
        #expect(knows)
        #expect(bobHears.reading.frameCount == 0)

        // Answered on the lock screen.
        await phone.device.answer()
        let stands = try await phone.passes { phone.device.screen.first?.stage == .connected }
        #expect(stands)
        #expect(phone.device.machine.lock == .locked)
        #expect(phone.device.machine.process.scene != .active)
        #expect(call.state.progress == .active)
        let deskIsQuiet = try await phone.passes { desk.calls.isEmpty }
        #expect(deskIsQuiet)
        #expect(phone.device.sound?.isHeard == true)
        #expect(phone.device.sound?.isRecording == true)
        let heardBoth = try await phone.passes {
            bobHears.reading.dominant != nil && aliceHears.reading.dominant != nil
        }
        #expect(heardBoth)

        try await hangUp(call, on: phone, hearing: bobHears)
        try await checkWhatIsLeft(of: session, on: phone, exchange)

        await alice.disconnect()
        await desk.disconnect()
        await phone.discard()
        engine.close()
        await exchange.stop()
        await apns.stop()
    }

    /// On the system's screen.
    private func hangUp(_ call: Call, on phone: LivePhone, hearing bobHears: ToneMeter) async throws {
        let framesAtEnd = bobHears.reading.frameCount
        await phone.device.endCall()
        let isOver = try await phone.passes { call.ending != nil && phone.device.screen.isEmpty }
        #expect(isOver)
        #expect(framesAtEnd > 0)
        #expect(call.ending?.reason == .completed)
        let isQuiet = try await phone.passes { phone.sound?.isOpen != true && phone.device.sound?.isHeard != true }
        #expect(isQuiet)
    }

    private func checkWhatIsLeft(
        of session: CallSessionID, on phone: LivePhone, _ exchange: ExchangeServer
    ) async throws {
        #expect(phone.device.recents.map(\.kind) == [.incoming])
        #expect(phone.device.recents.first?.name == "Alice Example · Acme")
        let status = try await exchange.callStatus(session.description)
        #expect(status["state"] == "ended")
        #expect(status["ending"]?.object?["reason"] == "completed")
        #expect(phone.device.violations == 0)
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.device.terminations.map(\.reason) == [.memory])
        #expect(!phone.lines.joined().contains("Alice"))
    }
}
