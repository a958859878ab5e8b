import CallModel
import CarillonRTC
import Clocks
import ExchangeServer
import Foundation
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import Redaction
import Testing

/// A phone's requests to the exchange about a call to a number, and the events on its own channel, against the
/// exchange itself: alice has a phone that a push would wake, and an iPad that is connected; bob dials.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RingExchangeTests {
    fileprivate static let number = "2000"

    /// The one device a test is about, another of alice's, and the caller.
    @MainActor
    fileprivate final class Cast {
        let scene: ExchangeScene
        let iPadSessions = MemorySessions()
        let iPadJournal = EventJournal()
        let iPad: ExchangeClient
        let engine = LoopbackMediaEngine()
        private(set) var caller: CarillonClient?
        private(set) var iPadLine: CarillonClient?

        init() async throws {
            scene = try await ExchangeScene {
                $0.numbers = [CalledNumber(Redacted(RingExchangeTests.number), users: ["alice"])]
                $0.broadcastApps = [BroadcastApp(id: "1", key: "carillon", secret: "0123456789abcdef0123")]
            }
            var settings = ExchangeScene.settings(port: scene.server.port)
            settings.broadcastKey = "carillon"
            settings.installation = { ExchangeInstallation(id: "installation-2", deviceName: "Alice's iPad") }
            iPad = ExchangeClient(
                settings, sessions: iPadSessions, credentials: CredentialQueue(CredentialStore(service: "iPad")),
                clock: SystemClock())
            iPad.sink = iPadJournal
        }

        func signIn() async throws {
            try #require(await scene.signIn() == nil)
            try #require(await iPad.signIn(login: "alice", password: "alice-secret") == nil)
            _ = await iPadJournal.next()
            let token = PhoneCore.DevicePushToken(Redacted(String(repeating: "ab", count: 32)))
            scene.client.upload(PushTokenRegistration.Message(.production, token))
            guard case .tokens(.confirmed) = await scene.journal.next() else { throw ClientError(.requestFailed, "") }
            let access = try #require(await iPadSessions.stored?.access)
            iPadLine = try await connected(.token(access))
        }

        func connected(_ credentials: Credentials) async throws -> CarillonClient {
            let client = try CarillonClient(
                configuration: ClientConfiguration(
                    url: try SignalingURL("ws://127.0.0.1:\(scene.server.port)/"), credentials: credentials,
                    dialect: .telnyx), media: engine)
            try await client.connect()
            return client
        }

        /// Bob dials; the call rings on the iPad.
        func ring() async throws -> (call: Call, onIPad: Call, session: CallSessionID) {
            let bob = try await connected(.password(login: "bob", password: "bob-secret"))
            caller = bob
            let rings = try #require(iPadLine).incomingCalls
            let call = try await bob.dial(RingExchangeTests.number, DialOptions())
            for await rung in rings {
                let session = try #require(rung.names.sessionID.flatMap { CallSessionID($0) })
                return (call, rung, session)
            }
            throw ClientError(.callEnded, "it never rang")
        }

        func stop() async {
            await caller?.disconnect()
            await iPadLine?.disconnect()
            await scene.server.stop()
        }

        func reply(
            _ kind: RingRequests.Kind, _ session: CallSessionID, on client: ExchangeClient, _ journal: EventJournal
        ) async -> RingRequests.Reply? {
            client.ask(RingRequests.Request(kind, CallUUID(session: session), session))
            guard case .rings(.replied(let request, let reply)) = await journal.next(), request.kind == kind else {
                return nil
            }
            return reply
        }

        func onPhone(_ kind: RingRequests.Kind, _ session: CallSessionID) async -> RingRequests.Reply? {
            await reply(kind, session, on: scene.client, scene.journal)
        }

        func onIPad(_ kind: RingRequests.Kind, _ session: CallSessionID) async -> RingRequests.Reply? {
            await reply(kind, session, on: iPad, iPadJournal)
        }

        /// The next news that do not say that it rings.
        func newsOfEnd(_ journal: EventJournal) async -> RingUpdate? {
            let next = await update(journal)
            guard case .ringing = next?.state else { return next }
            return await newsOfEnd(journal)
        }

        /// The next change of a ring; those of calls that stand are told on another channel.
        func update(_ journal: EventJournal) async -> RingUpdate? {
            switch await journal.next() {
            case .ringUpdate(let update): update
            case .elsewhere: await update(journal)
            default: nil
            }
        }
    }

    private func play(_ body: (Cast) async throws -> Void) async throws {
        let cast = try await Cast()
        do {
            try await cast.signIn()
            try await body(cast)
        } catch {
            await cast.stop()
            throw error
        }
        await cast.stop()
    }

    @Test func `a device that rings is told who calls, and still when the call is over for it`() async throws {
        try await play { cast in
            let (call, _, session) = try await cast.ring()
            guard case .caller(let reported) = await cast.onPhone(.caller, session) else {
                Issue.record("who calls was not told")
                return
            }
            #expect(!reported.handle.isEmpty && reported.calledNumber?.revealed == RingExchangeTests.number)
            #expect(await cast.onPhone(.decline, session) == .done)
            #expect(await cast.onPhone(.caller, session) == .caller(reported))
            await call.hangUp()
        }
    }

    @Test func `a claim is granted once, and then refused to the other device`() async throws {
        try await play { cast in
            let (_, _, session) = try await cast.ring()
            #expect(await cast.onPhone(.status, session) == .ringing)
            let (first, again) = (await cast.onIPad(.claim, session), await cast.onIPad(.claim, session))
            #expect(first == .granted && again == .granted)
            let iPad = RingDevice(name: "Alice's iPad")
            let claimed = await cast.onPhone(.claim, session)
            #expect(claimed == .taken(by: iPad))
            let ready = await cast.onPhone(.ready, session)
            #expect(ready == .taken(by: iPad))
        }
    }

    @Test func `a device that declines is out of the call, and the other rings on`() async throws {
        try await play { cast in
            let (_, _, session) = try await cast.ring()
            #expect(await cast.onPhone(.decline, session) == .done)
            #expect(await cast.onPhone(.ready, session) == .over(.declined, by: nil))
            #expect(await cast.onIPad(.ready, session) == .ringing)
            #expect(await cast.onPhone(.status, session) == .over(.declined, by: nil))
        }
    }

    @Test func `declining everywhere ends the call on all devices, and for the caller`() async throws {
        try await play { cast in
            let (call, onIPad, session) = try await cast.ring()
            #expect(await cast.onPhone(.declineEverywhere, session) == .done)
            #expect(await onIPad.end() == .declinedElsewhere)
            #expect(await call.end() == .declined)
            #expect(await cast.onIPad(.status, session) == .over(.declinedElsewhere, by: nil))
        }
    }

    @Test func `a device that has declined already may still decline for all`() async throws {
        try await play { cast in
            let (call, onIPad, session) = try await cast.ring()
            #expect(await cast.onPhone(.decline, session) == .done)
            #expect(await cast.onPhone(.declineEverywhere, session) == .done)
            #expect(await onIPad.end() == .declinedElsewhere)
            #expect(await call.end() == .declined)
        }
    }

    @Test func `there is nothing to rescue while a call rings, and nothing to claim of one that is not there`()
        async throws
    {
        try await play { cast in
            let (_, _, session) = try await cast.ring()
            #expect(await cast.onPhone(.rescue, session) == .refused)
            let strange = try #require(CallSessionID("01234567-89ab-7def-8123-456789abcdef"))
            for kind in RingRequests.Kind.allCases { #expect(await cast.onPhone(kind, strange) == .unknown) }
        }
    }

    @Test func `answered on the iPad: the phone is told which device has the call`() async throws {
        try await play { cast in
            let (_, onIPad, session) = try await cast.ring()
            try await onIPad.answer()
            let iPad = RingDevice(name: "Alice's iPad")
            #expect(await cast.onPhone(.claim, session) == .taken(by: iPad))
            let status = await cast.onPhone(.status, session)
            #expect(status == .taken(by: iPad) || status == .over(.answeredElsewhere, by: iPad))
        }
    }

    @Test func `an exchange that cannot be reached fails a request, and a phone without a session too`() async throws {
        let cast = try await Cast()
        let session = try #require(CallSessionID("01234567-89ab-7def-8123-456789abcdef"))
        #expect(await cast.onPhone(.claim, session) == .failed)
        try await cast.signIn()
        await cast.stop()
        #expect(await cast.onPhone(.claim, session) == .failed)
    }

    @Test func `the device's channel reports the state of a call for the device, and after a cut the missed events`()
        async throws
    {
        try await play { cast in
            cast.iPad.listen(true)
            let (call, onIPad, session) = try await cast.ring()
            let first = try #require(await cast.update(cast.iPadJournal))
            #expect(first.session == session && first.provider == .exchange)
            guard case .ringing(let left) = first.state else {
                Issue.record("\(first.state)")
                return
            }
            #expect(left > .seconds(10))
            cast.iPad.listen(false)
            try await onIPad.answer()
            await call.reaches { $0.progress == .active }
            cast.iPad.listen(true)
            #expect(await cast.newsOfEnd(cast.iPadJournal)?.state == .won)
        }
    }

    @Test func `who listens on another device is told where the call was answered`() async throws {
        try await play { cast in
            let (phone, journal) = try await cast.otherPhone()
            phone.listen(true)
            let (_, onIPad, session) = try await cast.ring()
            guard case .ringing = await cast.update(journal)?.state else {
                Issue.record("it was not told that it rings")
                return
            }
            try await onIPad.answer()
            let iPad = RingDevice(name: "Alice's iPad")
            // Who begins to listen while it begins to ring may be told twice that it rings.
            let taken = try #require(await cast.newsOfEnd(journal))
            #expect(taken.session == session && taken.state == .answeredElsewhere(by: iPad))
            #expect(await cast.update(journal)?.state == .over(.answeredElsewhere, by: iPad))
        }
    }
}

extension RingExchangeTests.Cast {
    /// The phone again, by a client that listens.
    fileprivate func otherPhone() async throws -> (ExchangeClient, EventJournal) {
        var settings = ExchangeScene.settings(port: scene.server.port)
        settings.broadcastKey = "carillon"
        let client = ExchangeClient(
            settings, sessions: scene.sessions, credentials: scene.credentialQueue, clock: SystemClock())
        let journal = EventJournal()
        client.sink = journal
        return (client, journal)
    }
}

extension Call {
    fileprivate func reaches(_ isMet: @Sendable (CallState) -> Bool) async {
        for await event in events {
            if case .stateChanged(let state) = event, isMet(state) { return }
        }
    }

    /// How it ended, when it has.
    fileprivate func end() async -> EndReason? {
        for await event in events {
            if case .ended(let ending) = event { return ending.reason }
        }
        return ending?.reason
    }
}
