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
import PhoneSignaling
import PushPayload
import Redaction
import Testing
import WireJSON

/// The whole thing, once: the phone's shell on the models of Apple's frameworks, real signalling, a real exchange, real
/// media.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct LockScreenCallTests {
    private static let alicesTone = 880.0
    private static let bobsTone = 440.0

    @Test func `a push on a locked phone rings, is answered there, carries sound, and is hung up there`() async throws {
        let exchange = try await TestExchange.start()
        let engine = try NativeMediaEngine()
        let bobHears = ToneMeter([Self.alicesTone])
        let phone = try await registered(exchange.credentials, for: OrganizationID("acme"), engine, hearing: bobHears)
        #expect(phone.device.life == .notRunning)

        // Alice dials. Bob's other phone is there to be rung; his mobile phone is not.
        let desk = try await connected("bob-desk", "secret", to: exchange, engine)
        let aliceHears = ToneMeter([Self.bobsTone])
        let alice = try await connected("alice", "alice-secret", to: exchange, engine)
        var options = DialOptions()
        options.source = ToneGenerator(frequency: Self.alicesTone)
        options.sink = aliceHears
        let call = try await alice.dial("bob", options)
        let session = try await session(of: call)

        // The push arrives, as Apple's service would bring it, and rings; no scene ever becomes active.
        await phone.device.push(json: try push(session))
        let rings = try await phone.passes { phone.device.screen.first?.stage == .ringing }
        #expect(rings)
        #expect(phone.device.screen.first?.id == uuid(of: session))
        #expect(phone.device.screen.first?.name == "Alice Example · Acme")
        let knows = try await phone.passes { call.state.progress == .ringing }
        #expect(knows)
        #expect(bobHears.reading.frameCount == 0)

        // Answered on the lock screen.
        await phone.device.answer()
        let stands = try await phone.passes { phone.device.screen.first?.stage == .connected }
        #expect(stands)
        #expect(call.state.progress == .active)
        let deskIsQuiet = try await phone.passes { desk.calls.isEmpty }
        #expect(deskIsQuiet)
        #expect(phone.device.sound?.isHeard == true)
        #expect(phone.device.sound?.isRecording == true)
        let heardBoth = try await phone.passes {
            bobHears.reading.dominant != nil && aliceHears.reading.dominant != nil
        }
        #expect(heardBoth)

        // Hung up on the system's screen.
        let framesAtEnd = bobHears.reading.frameCount
        await phone.device.endCall()
        let isOver = try await phone.passes { call.ending != nil && phone.device.screen.isEmpty }
        #expect(isOver)
        #expect(framesAtEnd > 0)
        #expect(call.ending?.reason == .completed)
        let isQuiet = try await phone.passes { phone.sound?.isOpen != true && phone.device.sound?.isHeard != true }
        #expect(isQuiet)

        // What is left of it.
        #expect(phone.device.recents.map(\.kind) == [.incoming])
        #expect(phone.device.recents.first?.name == "Alice Example · Acme")
        let status = try await exchange.callStatus(session.description)
        #expect(status["state"] == "ended")
        #expect(status["ending"]?.object?["reason"] == "completed")
        #expect(phone.device.violations == 0)
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.device.terminations.map(\.reason) == [.memory])
        #expect(!phone.lines.joined().contains("Alice"))

        await alice.disconnect()
        await desk.disconnect()
        await phone.device.kill(.crash)
        engine.close()
        await exchange.stop()
    }

    /// The exchange gives the device credentials, in a first start of the app that ends with the process gone.
    private func registered(
        _ credentials: PhoneCredentials, for organization: OrganizationID, _ engine: NativeMediaEngine,
        hearing meter: ToneMeter
    ) async throws -> LivePhone {
        let phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: Self.bobsTone), speaker: meter
        ) { _ in SilentAPI() }
        await phone.device.openApp()
        phone.provision(credentials, for: organization)
        let isReady = try await phone.passes { phone.screens?.connections[organization] == .ready }
        #expect(isReady)
        await phone.putAway()
        return phone
    }

    private func connected(
        _ login: Redacted<String>, _ password: Redacted<String>, to exchange: ExchangeServer,
        _ engine: NativeMediaEngine
    ) async throws -> CarillonClient {
        var configuration = ClientConfiguration(
            url: try SignalingURL(exchange.address),
            credentials: .password(login: login, password: password), dialect: .telnyx)
        configuration.trickles = true
        configuration.media.localAddresses = ["127.0.0.1"]
        let client = try CarillonClient(configuration: configuration, media: engine)
        try await client.connect()
        return client
    }

    /// The exchange's name of the call, which it puts into the push.
    private func session(of call: Call) async throws -> CallSessionID {
        for await _ in call.events {
            if let session = call.names.sessionID.flatMap({ CallSessionID($0) }) { return session }
        }
        throw ClientError(.callEnded, "before it had a name \(call.ending as Any)")
    }

    private func push(_ session: CallSessionID) throws -> Data {
        var push = IncomingPush.ringing(
            session, organization: "acme", deadline: WallTime(milliseconds: 4_000_000_000_000))
        push.organizationName = "Acme"
        push.callerName = "Alice Example"
        push.callerNumber = "+15550100"
        return Data(try #require(push.bytes()))
    }

    private func uuid(of session: CallSessionID) -> UUID? {
        UUID(uuidString: CallUUID(session: session).description)
    }
}
