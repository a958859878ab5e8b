import CallModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneExchange
import Redaction
import Standins
import Testing
import WireJSON

/// The exchange runs in a process of its own and is killed with `kill -9`, while bob's iPhone rings for a public call
/// and while he talks. `PhoneLegCrashTests` play more moments, with an exchange of the test's own process.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: ServedExchange.program != nil))
struct KilledExchangeTests {
    @Test(arguments: [true, false])
    func `the exchange is killed with kill -9: the iPhone keeps the call, the next exchange goes on with it`(
        isRinging: Bool
    ) async throws {
        try await KilledExchangeScene.play { scene in
            let leg = try await scene.rings()
            if isRinging { try await scene.isKilled() }
            try await scene.answer(leg)
            let session = try #require(scene.phone.screens?.call?.session).description
            try await scene.state(of: session, is: "active")
            if !isRinging { try await scene.isKilled { try await scene.soundsBothWays(leg) } }
            try await scene.state(of: session, is: "active")
            try await scene.soundsBothWays(leg)
            scene.telnyx.hangUp(leg)
            try await scene.state(of: session, is: "ended")
            let isOver = try await scene.phone.passes {
                scene.phone.device.screen.isEmpty && scene.telnyx.liveLegs.isEmpty
            }
            #expect(isOver && scene.phone.device.violations == 0)
        }
    }
}

/// The carrier, Apple's service, bob's locked iPhone, and an exchange in another process.
@MainActor
private final class KilledExchangeScene {
    let telnyx: TelnyxStandin
    let phone: LivePhone
    private let apns: APNsStandin
    private let exchange: ServedExchange
    private let engine: NativeMediaEngine
    private let bobHears = ToneMeter([Double(PublicScene.callersTone)])

    private init() async throws {
        apns = try await APNsStandin.start(.bobsApp)
        telnyx = try await TelnyxStandin.start(.ofTests, at: StandinAddress(isPlain: true))
        exchange = try ServedExchange(try #require(ServedExchange.program))
        engine = try NativeMediaEngine()
        let address = "127.0.0.1:\(exchange.port)"
        let settings = ExchangeSettings(
            api: try #require(URL(string: "http://\(address)/")), socket: "ws://\(address)/", topic: TestExchange.topic
        ) { ExchangeInstallation(id: "installation-of-bob", deviceName: "Phone") }
        phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: Double(PublicScene.bobsTone), amplitude: 0.3),
            speaker: bobHears, exchange: settings, options: .unhurried)
    }

    static func play(_ body: (KilledExchangeScene) async throws -> Void) async throws {
        let scene = try await KilledExchangeScene()
        do {
            try await scene.prepare()
            try await body(scene)
        } catch {
            await scene.stop()
            throw error
        }
        await scene.stop()
    }

    private func stop() async {
        await phone.discard()
        exchange.stop()
        await telnyx.stop()
        await apns.stop()
        engine.close()
    }

    private func configuration() throws -> String {
        let key = apns.credential
        let keyFile = try exchange.write(key.privateKeyPEM.revealed, as: "key.pem")
        let authorityFile = try exchange.write(apns.authorityPEM, as: "authority.pem")
        let known = TelnyxConfiguration.ofTests
        let credentials = try #require(known.credentialConnectionID)
        return """
            users: [{name: bob, password: bob-secret}]
            api-tokens: [{name: test, token: \(TestExchange.token)}]
            limits: {ring-starts-per-minute: 1000000, device-wait-factor: 10}
            push:
              tells-caller: true
              apns:
                - team: '\(key.teamID)'
                  key-id: '\(key.keyID)'
                  key-file: '\(keyFile)'
                  topics: ['\(TestExchange.topic)']
                  host: localhost
                  port: \(apns.port)
                  trusted-certificates: '\(authorityFile)'
            telnyx:
              api-key: \(known.apiKey)
              public-key: '\(telnyx.publicKey)'
              connection-id: '\(known.connectionID)'
              credential-connection-id: '\(credentials)'
              from: '\(Self.number)'
              address: http://127.0.0.1:\(telnyx.port)/v2
              webrtc-address: '\(telnyx.edgeURL)'
              numbers: [{number: '\(Self.number)', users: [bob], organization: acme, ring-seconds: 120}]

            """
    }

    private static let number = "+15550100"

    private func prepare() async throws {
        _ = try exchange.write(try configuration(), as: "exchange.yaml")
        try await exchange.start()
        let webhook = "http://127.0.0.1:\(exchange.port)\(TelnyxAccount.usualWebhookPath)"
        _ = telnyx.control("POST", "webhook", ["url": .string(webhook)])
        _ = try await exchange.ask("POST", "api/organizations", #"{"id":"acme","name":"Acme","owner":"bob"}"#)
        await phone.device.openApp()
        phone.signIn(login: "bob", password: "bob-secret")
        let carrier = RegistrationID(TestExchange.organization, .carrier)
        let isProvided = try await phone.passes { [phone] in
            guard let record = phone.record, let token = record.tokens.wanted else { return false }
            return record.tokens.known == .confirmed(token)
                && record.organizations.held.contains { $0.registration == carrier }
        }
        try #require(isProvided)
        phone.send(.organizations(.wanted(TestExchange.organization)))
        let token = try #require(phone.record?.tokens.wanted)
        apns.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
        // The app tells the carrier its token while it is seen, and leaves.
        let canPush = try await phone.passes { [phone] in phone.record?.carrierToken?.token == token }
        try #require(canPush)
        await phone.lockAndReclaim()
    }

    /// A public caller dials, and the iPhone is pushed and rings; the caller's leg.
    func rings() async throws -> String {
        let leg = telnyx.callIn(
            from: PublicScene.caller, to: Self.number, voice: .tone(PublicScene.callersTone))
        let isPushed = try await phone.passes { [apns] in apns.received.contains(where: Self.announces) }
        try #require(isPushed)
        let push = try #require(apns.received.last(where: Self.announces))
        await phone.device.push(json: Data(push.payload))
        let rings = try await phone.passes { [phone] in phone.device.screen.first?.stage == .ringing }
        try #require(rings)
        return leg
    }

    private static func announces(_ push: ReceivedPush) -> Bool { push.payloadText.contains(#""type":"call""#) }

    /// The next exchange has its files and its address.
    ///
    /// - Parameter meanwhile: what happens while there is none.
    func isKilled(_ meanwhile: () async throws -> Void = {}) async throws {
        exchange.die()
        try await meanwhile()
        try await exchange.start()
    }

    func answer(_ leg: String) async throws {
        await phone.device.answer()
        let stands = try await phone.passes { [phone] in phone.device.screen.first?.stage == .connected }
        try #require(stands)
        try await soundsBothWays(leg)
    }

    func soundsBothWays(_ leg: String) async throws {
        telnyx.listen(on: leg)
        let frames = bobHears.reading.frameCount
        let isHeard = try await phone.passes { [telnyx, bobHears] in
            telnyx.recordedAudio(on: leg).amplitude(of: PublicScene.bobsTone) > PublicScene.heardMin
                && bobHears.reading.frameCount > frames
                && bobHears.level(of: Double(PublicScene.callersTone)) ?? 0 > PublicScene.heardMin
        }
        #expect(isHeard)
    }

    func state(of session: String, is wanted: String) async throws {
        let isSo = try await phone.passes { [exchange] in
            try await exchange.ask("GET", "api/voip/call-status/\(session)")["state"]?.string == wanted
        }
        #expect(isSo, "\(wanted)")
    }
}
