import CallModel
import Clocks
import NIOHTTP1
import PhoneCore
import PhoneExchange
import PhoneKit
import PushPayload
import Redaction
import Testing
import WireJSON

/// The phone's client of the exchange's API, against answers that the exchange gives seldom, or should never give.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExchangeAnswerTests {
    private let sessions = MemorySessions()
    private let journal = EventJournal()
    private let token = DevicePushToken(Redacted(String(repeating: "ab", count: 32)))

    /// A client with a session, if said.
    private func client(of exchange: ScriptedServer, isSignedIn: Bool = true) async throws -> ExchangeClient {
        if isSignedIn { try await sessions.keep(PhoneSession(access: "access-1", refresh: "refresh-1")) }
        return client(of: exchange, with: sessions)
    }

    private func client(of exchange: ScriptedServer, with sessions: any PhoneSessionStore) -> ExchangeClient {
        let credentialQueue = CredentialQueue(CredentialStore(service: "test"))
        credentialQueue.sink = journal
        let settings = ExchangeScene.settings(port: exchange.port)
        let client = ExchangeClient(
            settings, sessions: sessions, credentials: credentialQueue, clock: SystemClock())
        client.sink = journal
        return client
    }

    private func issued(_ organization: String, until: String = "2026-11-22T00:00:00Z") -> JSONValue {
        [
            "organization_id": .string(organization), "sip_username": "gen-1", "sip_password": "secret", "version": 1,
            "expires_at": .string(until),
        ]
    }

    private func tokens(_ number: Int) -> JSONObject {
        [
            "access_token": .string("access-\(number)"), "refresh_token": .string("refresh-\(number)"),
            "refresh_expires_in": 86_400,
        ]
    }

    @Test func `credentials that make no sense in part are none at all`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/device-tokens", .ok, ["credentials": [issued("acme"), ["organization_id": "zoo"]]])
        client.fetchCredentials()
        #expect(await journal.next() == .credentials(.failed))
        #expect(journal.events.count == 1)
        await exchange.stop()
    }

    private func carried(_ organization: String) -> JSONValue {
        [
            "organization_id": .string(organization), "login_token": "a.b.c", "address": "wss://edge.example.com",
            "version": 7, "expires_at": "2026-11-21T12:00:00Z",
        ]
    }

    @Test func `credentials of the carrier come with the others, under a registration of their own`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers(
            "api/device-tokens", .ok,
            [
                "credentials": [issued("acme"), issued("zoo")], "carrier_credentials": [carried("acme")],
                "carrier_credentials_missing": ["zoo"],
            ])
        client.fetchCredentials()
        guard case .credentials(.fetched(let fetched, _)) = await journal.next() else {
            Issue.record("not fetched")
            return
        }
        let (acme, zoo) = (OrganizationID("acme"), OrganizationID("zoo"))
        #expect(fetched.members == [acme, zoo] && fetched.carried == [acme, zoo] && fetched.lacksSome)
        #expect(fetched.until == WallTime(milliseconds: 1_795_262_400_000))
        let keys = [RegistrationID(acme), RegistrationID(zoo), RegistrationID(acme, .carrier)].map { registration in
            CredentialKey(registration, CredentialVersion(rawValue: registration.provider == .carrier ? 7 : 1))
        }
        for key in keys { #expect(await journal.next() == .organizations(.provisioned(key))) }
        await exchange.stop()
    }

    @Test func `an exchange that says nothing of a carrier takes none away`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/device-tokens", .ok, ["credentials": [issued("acme")]])
        client.fetchCredentials()
        guard case .credentials(.fetched(let fetched, _)) = await journal.next() else {
            Issue.record("not fetched")
            return
        }
        #expect(fetched.carried == nil && !fetched.lacksSome)
        await exchange.stop()
    }

    @Test(arguments: ["organization_id", "login_token", "address", "version", "expires_at"])
    func `a credential of the carrier that makes no sense makes the answer none`(member: String) async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        var broken = carried("acme").object ?? [:]
        broken[member] = nil
        exchange.answers(
            "api/device-tokens", .ok,
            ["credentials": [issued("acme")], "carrier_credentials": .array([.object(broken)])])
        client.fetchCredentials()
        #expect(await journal.next() == .credentials(.failed))
        await exchange.stop()
    }

    @Test(arguments: [31, 32])
    func `of as many organizations as are named at most there may be more, and all hold until the first ends`(
        count: Int
    ) async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        let all = (1...count).map {
            issued("org-\($0)", until: $0 == 7 ? "2026-11-21T00:00:00Z" : "2026-11-22T00:00:00Z")
        }
        exchange.answers("api/device-tokens", .ok, ["credentials": .array(all)])
        client.fetchCredentials()
        guard case .credentials(.fetched(let fetched, _)) = await journal.next() else {
            Issue.record("not fetched")
            return
        }
        #expect(fetched.members?.count == (count < 32 ? count : nil))
        #expect(fetched.until == WallTime(milliseconds: 1_795_219_200_000))
        await exchange.stop()
    }

    @Test func `an answer that is too large is not read`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        let padding = String(repeating: "x", count: 1 << 18)
        exchange.answers("api/device-tokens", .ok, ["credentials": [issued("acme")], "padding": .string(padding)])
        client.fetchCredentials()
        #expect(await journal.next() == .credentials(.failed))
        await exchange.stop()
    }

    @Test(arguments: [
        (HTTPResponseStatus.ok, SwitchFailure.malformed), (.forbidden, .notMember), (.notFound, .notMember),
        (.internalServerError, .unreachable), (.tooManyRequests, .unreachable),
    ])
    func `why an organization gives no credentials is told`(status: HTTPResponseStatus, failure: SwitchFailure)
        async throws
    {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/voip/switch-org", status, ["credential_version": 7])
        client.askCredentials(of: OrganizationID("acme"))
        #expect(await journal.next() == .organizations(.denied(OrganizationID("acme"), failure)))
        await exchange.stop()
    }

    @Test func `a session the exchange does not know any more is over, and is signed out of all the same`() async throws
    {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        for path in ["api/voip/switch-org", "api/auth/refresh", "api/auth/logout"] {
            exchange.answers(path, .unauthorized)
        }
        client.askCredentials(of: OrganizationID("acme"))
        #expect(await journal.next() == .session(.rejected))
        #expect(await journal.next() == .organizations(.denied(OrganizationID("acme"), .notSignedIn)))
        client.perform(.session)
        #expect(await journal.next() == .session(.rejected))
        #expect(await journal.next() == .signOut(.done(.session)))
        await exchange.stop()
    }

    @Test func `each renewal goes on from the tokens of the last, which are stored`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        for number in 2...3 {
            exchange.answers("api/auth/refresh", .ok, tokens(number))
            client.renewSession()
            _ = await journal.next()
            #expect(
                await sessions.stored
                    == PhoneSession(
                        access: Redacted("access-\(number)"), refresh: Redacted("refresh-\(number)")))
        }
        #expect(exchange.asked("api/auth/refresh") == [["refresh_token": "refresh-1"], ["refresh_token": "refresh-2"]])
        await exchange.stop()
    }

    @Test func `a keychain that is closed ends no session`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = client(of: exchange, with: ClosedSessions())
        client.renewSession()
        #expect(await journal.next() == .session(.renewalFailed))
        let message = PushTokenRegistration.Message(.production, token)
        client.upload(message)
        #expect(await journal.next() == .tokens(.failed(message)))
        #expect(journal.events.count == 2)
        await exchange.stop()
    }

    @Test func `a token is registered for its environment, and one that is gone counts as taken back`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/device-tokens", .ok)
        for (environment, word) in [(PushEnvironment.sandbox, "development"), (.production, "production")] {
            let message = PushTokenRegistration.Message(environment, token)
            client.upload(message)
            #expect(await journal.next() == .tokens(.confirmed(message)))
            let told = exchange.asked("api/device-tokens").last?["tokens"]?.array?.first?.object
            #expect(told?["environment"]?.string == word)
        }
        let nothing = PushTokenRegistration.Message(.sandbox, nil)
        client.upload(nothing)
        #expect(await journal.next() == .tokens(.confirmed(nothing)))
        #expect(await sessions.stored?.tokens == [.production: token])
        exchange.answers("api/device-tokens", .serviceUnavailable)
        let message = PushTokenRegistration.Message(.sandbox, token)
        client.upload(message)
        #expect(await journal.next() == .tokens(.failed(message)))
        await exchange.stop()
    }

    @Test(arguments: [HTTPResponseStatus.serviceUnavailable, .badRequest])
    func `a token that the exchange did not take back is kept, to be taken back later`(
        status: HTTPResponseStatus
    ) async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/device-tokens", .ok)
        client.upload(PushTokenRegistration.Message(.production, token))
        #expect(await journal.next() == .tokens(.confirmed(PushTokenRegistration.Message(.production, token))))
        let nothing = PushTokenRegistration.Message(.production, nil)
        exchange.answers("api/device-tokens/removal", status)
        client.upload(nothing)
        #expect(await journal.next() == .tokens(.failed(nothing)))
        #expect(await sessions.stored?.tokens == [.production: token])
        exchange.answers("api/device-tokens/removal", .noContent)
        client.upload(nothing)
        #expect(await journal.next() == .tokens(.confirmed(nothing)))
        #expect(await sessions.stored?.tokens == [:])
        await exchange.stop()
    }

    @Test func `a claim names the round of its call if it is a later one`() async throws {
        let exchange = try await ScriptedServer.start()
        var signedIn = PhoneSession(access: "access-1", refresh: "refresh-1")
        signedIn.device = "dev-1"
        try await sessions.keep(signedIn)
        let client = try await client(of: exchange, isSignedIn: false)
        let session = CallSessionID(.random(high: 1, low: 1))
        let path = "api/calls/\(session)/claim"
        exchange.answers(path, .conflict)
        let rounds: [(RingRound, named: Int64?)] = [(.first, nil), (3, 3)]
        for (round, named) in rounds {
            client.ask(RingRequests.Request(.claim, CallUUID(session: session), session, round: round))
            _ = await journal.next()
            let body = try #require(exchange.asked(path).last)
            #expect(body["round"]?.integer == named)
        }
        await exchange.stop()
    }

    @Test func `how a call ended is told if the exchange says so, and nothing otherwise`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        let session = CallSessionID(.random(high: 1, low: 1))
        let call = CallUUID(session: session)
        exchange.answers("api/voip/call-status/\(session)", .ok, ["state": "ringing"])
        client.askOutcome(of: call, session: session, organization: nil)
        await exchange.isAsked("api/voip/call-status/\(session)")
        exchange.answers("api/voip/call-status/\(session)", .ok, ["ending": ["reason": "cancelled"]])
        client.askOutcome(of: call, session: session, organization: nil)
        #expect(await journal.next() == .notices(.update(call, .cancelled)))
        #expect(journal.events.count == 1)
        await exchange.stop()
    }

    @Test func `credentials that come after a sign-out are let go`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/device-tokens", .ok, ["credentials": [issued("acme")]], isHeld: true)
        exchange.answers("api/auth/logout", .noContent)
        exchange.answers("api/auth/refresh", .ok, tokens(2))
        client.fetchCredentials()
        await exchange.isAsked("api/device-tokens")
        client.perform(.session)
        #expect(await journal.next() == .signOut(.done(.session)))
        exchange.release()
        client.renewSession()
        guard case .session(.renewed) = await journal.next() else {
            Issue.record("something else than the renewal was told")
            return
        }
        #expect(journal.events.count == 2)
        await exchange.stop()
    }

    @Test func `an erased session is asked with no more, in this process or the next`() async throws {
        let exchange = try await ScriptedServer.start()
        let client = try await client(of: exchange)
        exchange.answers("api/auth/refresh", .ok, tokens(2))
        client.renewSession()
        _ = await journal.next()
        client.perform(.identity)
        #expect(await journal.next() == .signOut(.done(.identity)))
        for client in [client, self.client(of: exchange, with: sessions)] {
            client.renewSession()
            #expect(await journal.next() == .session(.renewalRefused))
        }
        #expect(exchange.asked("api/auth/refresh").count == 1)
        await exchange.stop()
    }
}

/// A keychain before the first unlock.
private actor ClosedSessions: PhoneSessionStore {
    func session() throws(CredentialError) -> PhoneSession? { throw CredentialError(.locked) }

    func keep(_ session: PhoneSession) throws(CredentialError) { throw CredentialError(.locked) }

    func eraseSession() throws(CredentialError) { throw CredentialError(.locked) }
}
