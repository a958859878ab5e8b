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
import PhoneExchange
import Redaction
import RingCore
import RingTime
import Standins
import Testing

/// What a whole phone makes of what the exchange offers beside signaling: a call to a number of bob's rings his locked
/// phone, which a push wakes, and the one on his desk.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RingOffersTests {
    private nonisolated static let number = "2000"

    @MainActor
    private final class Cast {
        let apns: APNsStandin
        let exchange: ExchangeServer
        let engine: NativeMediaEngine
        let phone: LivePhone
        private(set) var desk: CarillonClient?
        private(set) var alice: CarillonClient?

        init() async throws {
            apns = try await APNsStandin.start(.bobsApp)
            // The phone is slower than the exchange on a busy machine, and must not miss the ringing.
            var policy = RingPolicy()
            policy.ringTime = RingLimits.ringTimeMax
            let number = CalledNumber(
                Redacted(RingOffersTests.number), users: ["bob"], organization: TestExchange.organization.rawValue,
                policy: policy)
            exchange = try await TestExchange.start(push: apns.pushing) {
                $0.numbers = [number]
                $0.broadcastApps = [BroadcastApp(id: "1", key: "carillon", secret: "0123456789abcdef0123")]
            }
            try await exchange.makeOrganization()
            engine = try NativeMediaEngine()
            var settings = try #require(exchange.settings)
            settings.broadcastKey = "carillon"
            phone = LivePhone(
                engine: engine, microphone: ToneGenerator(frequency: 440), speaker: ToneMeter([880]),
                exchange: settings, options: .unhurried)
        }

        func stop() async {
            await alice?.disconnect()
            await desk?.disconnect()
            await phone.discard()
            engine.close()
            await exchange.stop()
            await apns.stop()
        }

        /// Bob has signed in, and put the phone away.
        func prepare() async throws {
            await phone.device.openApp()
            phone.signIn(login: "bob", password: "bob-secret")
            let isReady = try await phone.passes { [phone] in
                guard let token = phone.record?.tokens.wanted else { return false }
                return phone.record?.tokens.known == .confirmed(token)
                    && phone.record?.pushKey.confirmed != nil
                    && phone.screens?.connections[RegistrationID(TestExchange.organization)] == .ready
            }
            try #require(isReady)
            let token = try #require(phone.record?.tokens.wanted)
            await phone.lockAndReclaim()
            apns.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
            desk = try await connected("bob-desk", "secret")
            alice = try await connected("alice", "alice-secret")
        }

        private func connected(
            _ login: Redacted<String>, _ password: Redacted<String>
        ) async throws -> CarillonClient {
            var configuration = ClientConfiguration(
                url: try SignalingURL(exchange.address),
                credentials: .password(login: login, password: password), dialect: .telnyx)
            configuration.media.localAddresses = ["127.0.0.1"]
            let client = try CarillonClient(
                configuration, ports: ClientPorts(media: engine, clock: UnhurriedClock()))
            try await client.connect()
            return client
        }

        /// Alice dials; the phone, woken by its push, and the desk ring.
        func ring() async throws -> (call: Call, onDesk: Call) {
            let rings = try #require(desk).incomingCalls
            let call = try await #require(alice).dial(RingOffersTests.number, DialOptions())
            var onDesk: Call?
            for await rung in rings {
                onDesk = rung
                break
            }
            let isPushed = try await phone.passes { [apns] in apns.receivedCount > 0 }
            try #require(isPushed)
            await phone.device.push(json: Data(try #require(apns.received.first).payload))
            let isConnected = try await phone.passes { [phone] in
                phone.device.screen.first?.stage == .ringing
                    && phone.screens?.connections[RegistrationID(TestExchange.organization)] == .ready
            }
            try #require(isConnected)
            return (call, try #require(onDesk))
        }
    }

    private func play(_ body: (Cast) async throws -> Void) async throws {
        let cast = try await Cast()
        do {
            try await cast.prepare()
            try await body(cast)
        } catch {
            await cast.stop()
            throw error
        }
        await cast.stop()
    }

    @Test func `answered at the desk: the locked phone stops ringing, as one answered elsewhere`() async throws {
        try await play { cast in
            let (call, onDesk) = try await cast.ring()
            try await onDesk.answer()
            let isOver = try await cast.phone.passes { cast.phone.device.screen.isEmpty }
            #expect(isOver)
            #expect(cast.phone.screens?.end?.disposition == .answeredElsewhere)
            // The channel tells which device it was, and may do so after the line has told of the end.
            #expect([nil, RingDevice(name: "desk")].contains(cast.phone.screens?.end?.answeredBy))
            #expect(cast.phone.device.notifications.isEmpty)
            #expect(cast.phone.device.violations == 0)
            await call.hangUp()
        }
    }

    @Test func `declined everywhere on the phone: the desk stops ringing, and the caller is notified`() async throws {
        try await play { cast in
            let (call, onDesk) = try await cast.ring()
            let id = try #require(cast.phone.screens?.call?.id)
            cast.phone.ask(.decline(id, .everywhere))
            let isOver = try await cast.phone.passes { call.ending != nil && onDesk.ending != nil }
            #expect(isOver)
            #expect(onDesk.ending?.reason == .declinedElsewhere)
            #expect(call.ending?.reason == .declined)
            #expect(cast.phone.screens?.end?.disposition == .declined)
        }
    }

    @Test func `declined by the system's own button: the desk rings on, and takes the call`() async throws {
        try await play { cast in
            let (call, onDesk) = try await cast.ring()
            await cast.phone.device.decline()
            let isOver = try await cast.phone.passes { cast.phone.device.screen.isEmpty }
            #expect(isOver)
            try await onDesk.answer()
            let stands = try await cast.phone.passes { call.state.progress == .active }
            #expect(stands)
            await call.hangUp()
        }
    }
}
