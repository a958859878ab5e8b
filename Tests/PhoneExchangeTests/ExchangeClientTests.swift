import CallModel
import CarillonRTC
import ExchangeServer
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import PushPayload
import Redaction
import Testing
import WireJSON

/// The phone's client of the exchange's API, against the exchange itself.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExchangeClientTests {
    private let token = DevicePushToken(Redacted(String(repeating: "ab", count: 32)))

    private func upload(_ message: PushTokenRegistration.Message, _ scene: ExchangeScene) async -> PhoneEvent {
        scene.client.upload(message)
        return await scene.journal.next()
    }

    @Test func `who signs in has a session, and credentials of every organization`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.client.signIn(login: "alice", password: "alice-secret") == nil)
        guard case .session(.signedIn(let until, let now)) = await scene.journal.next() else {
            Issue.record("the first news is no session")
            return
        }
        #expect(until.since(now) > .seconds(86_400))
        let given = try #require(await scene.fetch())
        #expect(given.members?.sorted() == ["acme", "zoo"].map { OrganizationID($0) })
        #expect(given.keys.map(\.organization) == ["acme", "zoo"].map { OrganizationID($0) })
        let listed = try await scene.ask("GET", "api/voip/credentials").body["credentials"]?.array
        #expect(listed?.count == 2)
        await scene.server.stop()
    }

    @Test func `servers for media come with credentials of this device, and with their time`() async throws {
        let secret = IceServerEntry.SharedSecret(secret: "relay-shared-secret", lifetime: 10)
        let scene = try await ExchangeScene {
            $0.iceServers = [
                IceServerEntry(urls: ["turn:192.0.2.1:3478", "gopher:h"], sharedSecret: secret),
                IceServerEntry(urls: ["stun:192.0.2.2"]),
            ]
        }
        #expect(await scene.signIn() == nil)
        let given = try #require(await scene.client.iceServers())
        #expect(given.servers.map(\.host) == ["192.0.2.1", "192.0.2.2"])
        #expect(given.servers[0].relay?.username.isEmpty == false)
        #expect(given.servers[1].relay == nil)
        let lifetime = try #require(given.lifetime)
        #expect(lifetime > .seconds(500) && lifetime <= .seconds(600))
        await scene.server.stop()
        #expect(await scene.client.iceServers() == nil)
    }

    @Test func `later credentials have a higher version, whatever the device's clock says and however they came`()
        async throws
    {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let first = try #require(await scene.fetch()?.keys)
        // Another process, on a device whose clock was set back meanwhile.
        let client = ExchangeScene.client(
            port: scene.server.port, scene.sessions, scene.credentialQueue, clock: OldClock())
        client.sink = scene.journal
        client.askCredentials(of: OrganizationID("acme"))
        guard case .organizations(.granted(let granted)) = await scene.journal.next() else {
            Issue.record("not granted")
            return
        }
        #expect(granted.version > first[0].version)
        client.fetchCredentials()
        guard case .credentials(.fetched) = await scene.journal.next() else {
            Issue.record("not fetched")
            return
        }
        for _ in first {
            guard case .organizations(.provisioned(let key)) = await scene.journal.next() else { continue }
            let before = key.organization == granted.organization ? granted : first[1]
            #expect(key.version > before.version)
        }
        await scene.server.stop()
    }

    @Test func `an organization the person has left is not among those of the next answer`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        #expect(await scene.fetch()?.members?.count == 2)
        #expect(try await scene.operate("PUT", "api/organizations/zoo/members/bob", #"{"role":"owner"}"#) == 200)
        #expect(try await scene.operate("DELETE", "api/organizations/zoo/members/alice") == 204)
        #expect(await scene.fetch()?.members == [OrganizationID("acme")])
        await scene.server.stop()
    }

    @Test func `a fetch that fails is reported, but not after a sign-out`() async throws {
        let scene = try await ExchangeScene()
        scene.client.fetchCredentials()
        #expect(await scene.journal.next() == .credentials(.failed))
        #expect(await scene.signIn() == nil)
        scene.client.fetchCredentials()
        scene.client.perform(.session)
        // The question may find the session over; which of the two is first is not said.
        while await scene.journal.next() != .signOut(.done(.session)) {}
        await scene.server.stop()
        scene.client.fetchCredentials()
        while await scene.journal.next() != .credentials(.failed) {}
        #expect(!scene.journal.events.contains { if case .credentials(.fetched) = $0 { true } else { false } })
    }

    @Test func `a wrong password is refused, and leaves nothing`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.client.signIn(login: "alice", password: "wrong") == .refused)
        #expect(await scene.sessions.stored == nil)
        #expect(scene.journal.events.isEmpty)
        await scene.server.stop()
    }

    @Test func `a push token is registered, and taken back`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let message = PushTokenRegistration.Message(.production, token)
        #expect(await upload(message, scene) == .tokens(.confirmed(message)))
        #expect(await scene.sessions.stored?.tokens == [.production: token])
        let nothing = PushTokenRegistration.Message(.production, nil)
        #expect(await upload(nothing, scene) == .tokens(.confirmed(nothing)))
        let removal = #"{"token":"\#(token.digits.revealed)"}"#
        #expect(try await scene.ask("POST", "api/device-tokens/removal", removal).status == 404)
        #expect(await scene.sessions.stored?.tokens == [:])
        // A missing session need not be taken back.
        #expect(await upload(nothing, scene) == .tokens(.confirmed(nothing)))
        await scene.server.stop()
    }

    @Test func `a push key is sent to the exchange within a session, and an invalid one is refused`()
        async throws
    {
        let scene = try await ExchangeScene()
        let (key, bytes) = (PushKeyID(rawValue: 7), Redacted([UInt8](repeating: 7, count: 32)))
        func upload(_ bytes: Redacted<[UInt8]>) async -> PhoneEvent {
            scene.client.upload(key, bytes)
            return await scene.journal.next()
        }
        #expect(await upload(bytes) == .pushKeys(.failed(key)), "without a session")
        #expect(await scene.signIn() == nil)
        #expect(await upload(bytes) == .pushKeys(.confirmed(key)))
        #expect(await upload(Redacted([1, 2, 3])) == .pushKeys(.failed(key)), "which is none")
        await scene.server.stop()
    }

    @Test func `without a sign-in a token is not registered`() async throws {
        let scene = try await ExchangeScene()
        let message = PushTokenRegistration.Message(.sandbox, token)
        #expect(await upload(message, scene) == .tokens(.failed(message)))
        await scene.server.stop()
    }

    @Test func `an access token that is over is renewed in passing`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let (client, sessions) = try await scene.clientWithAccessOver()
        let former = await sessions.stored?.refresh
        let message = PushTokenRegistration.Message(.production, token)
        client.upload(message)
        #expect(await scene.journal.next() == .tokens(.confirmed(message)))
        #expect(await sessions.stored?.refresh != former)
        await scene.server.stop()
    }

    @Test func `questions that find the access token over together renew it once`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let (client, _) = try await scene.clientWithAccessOver()
        let organizations = ["acme", "zoo"].map { OrganizationID($0) }
        for organization in organizations { client.askCredentials(of: organization) }
        var granted: [OrganizationID] = []
        for _ in organizations {
            guard case .organizations(.granted(let key)) = await scene.journal.next() else { continue }
            granted.append(key.organization)
        }
        #expect(granted.sorted() == organizations)
        await scene.server.stop()
    }

    @Test func `a session is renewed, and one that was ended elsewhere is over`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        scene.client.renewSession()
        guard case .session(.renewed) = await scene.journal.next() else {
            Issue.record("not renewed")
            return
        }
        #expect(try await scene.ask("POST", "api/auth/logout").status == 204)
        scene.client.renewSession()
        #expect(await scene.journal.next() == .session(.renewalRefused))
        let message = PushTokenRegistration.Message(.production, token)
        scene.client.upload(message)
        #expect(await scene.journal.next() == .session(.rejected))
        #expect(await scene.journal.next() == .tokens(.failed(message)))
        await scene.server.stop()
    }

    @Test func `credentials of an organization are given to its members only`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        scene.client.askCredentials(of: OrganizationID("zoo"))
        guard case .organizations(.granted(let key)) = await scene.journal.next() else {
            Issue.record("not granted")
            return
        }
        #expect(key.organization == OrganizationID("zoo"))
        scene.client.askCredentials(of: OrganizationID("elsewhere"))
        #expect(await scene.journal.next() == .organizations(.denied(OrganizationID("elsewhere"), .notMember)))
        await scene.server.stop()
    }

    @Test func `signing out ends the session there, and erases it here`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let access = try #require(await scene.sessions.stored?.access.revealed)
        var isErased = false
        scene.client.identityErased = { isErased = true }
        scene.client.perform(.session)
        #expect(await scene.journal.next() == .signOut(.done(.session)))
        #expect(try await scene.ask("GET", "api/devices", as: access).status == 401)
        scene.client.perform(.identity)
        #expect(await scene.journal.next() == .signOut(.done(.identity)))
        #expect(await scene.sessions.stored == nil)
        #expect(isErased)
        await scene.server.stop()
    }

    @Test func `an exchange that is not there is said to be so, and loses nothing`() async throws {
        let scene = try await ExchangeScene()
        #expect(await scene.signIn() == nil)
        let session = await scene.sessions.stored
        await scene.server.stop()
        let message = PushTokenRegistration.Message(.production, token)
        #expect(await upload(message, scene) == .tokens(.failed(message)))
        scene.client.renewSession()
        #expect(await scene.journal.next() == .session(.renewalFailed))
        scene.client.askCredentials(of: OrganizationID("zoo"))
        #expect(await scene.journal.next() == .organizations(.denied(OrganizationID("zoo"), .unreachable)))
        scene.client.perform(.session)
        #expect(await scene.journal.next() == .signOut(.failed(.session)))
        #expect(await scene.client.nonce() == nil)
        #expect(await scene.sessions.stored == session)
    }

    @Test func `the numbers that may be shown are listed for each organization, to the person who is signed in`()
        async throws
    {
        let scene = try await ExchangeScene { configuration in
            configuration.users[0].numbers = ["+15550100007", "1001"]
        }
        await #expect(throws: CallerIDFailure.notSignedIn) { try await scene.client.callerIDs() }
        #expect(await scene.signIn() == nil)
        let listed = try await scene.client.callerIDs()
        let main = CallerIDs(OrganizationID("main"), ["+15550100007"])
        #expect(listed.contains(CallerIDs(OrganizationID("acme"), ["+15550100007"])) && listed.contains(main))
        await scene.server.stop()
        await #expect(throws: CallerIDFailure.unreachable) { try await scene.client.callerIDs() }
    }
}
