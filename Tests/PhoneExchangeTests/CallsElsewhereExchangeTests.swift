import CallModel
import CarillonRTC
import Clocks
import ExchangeServer
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import Redaction
import Testing

/// A phone is told which calls the person's other devices have, against the exchange itself: alice has a phone, whose
/// client listens, and an iPad, with which bob talks.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CallsElsewhereExchangeTests {
    private static let number = "2000"

    @MainActor
    private final class Cast {
        let scene: ExchangeScene
        let iPadSessions = MemorySessions()
        let iPad: ExchangeClient
        let iPadJournal = EventJournal()
        let phone: ExchangeClient
        let engine = LoopbackMediaEngine()
        private var clients: [CarillonClient] = []

        init() async throws {
            scene = try await ExchangeScene {
                $0.numbers = [CalledNumber(Redacted(CallsElsewhereExchangeTests.number), users: ["alice"])]
                $0.limits.ringing = .seconds(600)
                $0.broadcastApps = [BroadcastApp(id: "1", key: "carillon", secret: "0123456789abcdef0123")]
            }
            var settings = ExchangeScene.settings(port: scene.server.port)
            settings.broadcastKey = "carillon"
            phone = ExchangeClient(
                settings, sessions: scene.sessions, credentials: scene.credentialQueue, clock: SystemClock())
            settings.installation = { ExchangeInstallation(id: "installation-2", deviceName: "Alice's iPad") }
            iPad = ExchangeClient(
                settings, sessions: iPadSessions, credentials: CredentialQueue(CredentialStore(service: "iPad")),
                clock: SystemClock())
            iPad.sink = iPadJournal
            phone.sink = scene.journal
        }

        /// Alice is signed in on both devices; her iPad is connected.
        func signIn() async throws -> CarillonClient {
            try #require(await scene.signIn() == nil)
            try #require(await iPad.signIn(login: "alice", password: "alice-secret") == nil)
            return try await connected(.token(try #require(await iPadSessions.stored?.access)))
        }

        func connected(_ credentials: Credentials) async throws -> CarillonClient {
            let client = try CarillonClient(
                configuration: ClientConfiguration(
                    url: try SignalingURL("ws://127.0.0.1:\(scene.server.port)/"), credentials: credentials,
                    dialect: .telnyx), media: engine)
            try await client.connect()
            clients.append(client)
            return client
        }

        /// Bob dials, and the iPad answers.
        func talk(_ dialed: String, with iPadLine: CarillonClient) async throws -> (bobs: Call, iPads: Call) {
            let bob = try await connected(.password(login: "bob", password: "bob-secret"))
            let rings = iPadLine.incomingCalls
            let call = try await bob.dial(dialed, DialOptions())
            for await rung in rings {
                try await rung.answer()
                return (call, rung)
            }
            throw ClientError(.callEnded, "it never rang")
        }

        /// The next change of calls elsewhere. Rings of its own are skipped, and so is the start of a list, which is empty.
        func next() async -> CallsElsewhere.Event {
            while true {
                if case .elsewhere(let event) = await scene.journal.next(), event != .forgotten { return event }
            }
        }

        func stop() async {
            phone.listen(false)
            for client in clients { await client.disconnect() }
            await scene.server.stop()
        }
    }

    private func play(_ body: (Cast, CarillonClient) async throws -> Void) async throws {
        let cast = try await Cast()
        do {
            try await body(cast, try await cast.signIn())
        } catch {
            await cast.stop()
            throw error
        }
        await cast.stop()
    }

    @Test func `a call on the iPad is told with its device and the other side, can be taken, and is over with its end`()
        async throws
    {
        try await play { cast, iPadLine in
            cast.phone.listen(true)
            let (call, _) = try await cast.talk("alice", with: iPadLine)
            guard case .had(let elsewhere) = await cast.next() else {
                Issue.record("no call was told")
                return
            }
            #expect(elsewhere.session.description == call.names.sessionID)
            #expect(elsewhere.device == RingDevice(name: "Alice's iPad"))
            let device = await cast.iPadSessions.stored?.device
            #expect(elsewhere.deviceID.rawValue == device)
            #expect(elsewhere.canTake && !elsewhere.isHeld && elsewhere.direction == .inbound)
            #expect(elsewhere.party?.revealed == "bob")
            await call.hangUp()
            var last = await cast.next()
            while case .left = last { last = await cast.next() }
            #expect(last == .settled(elsewhere.session))
        }
    }

    @Test func `a phone that begins to listen later is told of the call that stands`() async throws {
        try await play { cast, iPadLine in
            let (call, _) = try await cast.talk("alice", with: iPadLine)
            cast.phone.listen(true)
            guard case .had(let elsewhere) = await cast.next() else {
                Issue.record("no call was told")
                return
            }
            #expect(elsewhere.session.description == call.names.sessionID)
        }
    }

    @Test func `a call to a number is told too, and cannot be taken`() async throws {
        try await play { cast, iPadLine in
            cast.phone.listen(true)
            _ = try await cast.talk(Self.number, with: iPadLine)
            guard case .had(let elsewhere) = await cast.next() else {
                Issue.record("no call was told")
                return
            }
            #expect(!elsewhere.canTake && elsewhere.device == RingDevice(name: "Alice's iPad"))
        }
    }
}
