import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Other people's things look the same as things that do not exist, so that guessing reveals nothing.
@Suite(.timeLimit(.minutes(5))) struct StrangersTests {
    /// alice with an organization, a device, a credential and a call; bob beside her.
    private struct Owned {
        var alice: AccountClient
        var bob: AccountClient
        var organization = ""
        var login = ""
        var session = ""
    }

    private func owned(_ server: ExchangeServer) async throws -> Owned {
        var owned = Owned(
            alice: try await AccountClient.logIn(server, as: "alice"),
            bob: try await AccountClient.logIn(server, as: "bob"))
        let made = try await owned.alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#)
        owned.organization = try #require(made.object["id"]?.string)
        let issued = try await owned.alice.ask(.POST, "/api/voip/credentials", "{}")
        owned.login = try #require(issued.object["sip_username"]?.string)
        let phone = try await TestClient.connect(to: server)
        try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "alice-1")
        _ = try await phone.dial("stranger", callID: "c", .freeSwitch)
        _ = try await phone.told("verto.bye")
        let calls = try await owned.alice.ask(.GET, "/api/calls").object["calls"]?.array
        owned.session = try #require(calls?.first?.object?["call_session_id"]?.string)
        return owned
    }

    /// A request about something of alice's, and the same about something that does not exist.
    private struct Guess {
        var method: HTTPMethod
        /// With `*` in the place of the guessed name.
        var path: String
        var body: String?
        var theirs: String
        var unknown: String

        func ask(_ client: AccountClient, _ thing: String) async throws -> TestHTTP.Reply {
            try await client.ask(method, path.replacing("*", with: thing), body?.replacing("*", with: thing))
        }
    }

    private func guesses(_ owned: Owned) -> [Guess] {
        let none = "org-0123456789abcdef01234567"
        let place = "/api/organizations/*"
        func ofOrganization(_ method: HTTPMethod, _ path: String, _ body: String? = nil) -> Guess {
            Guess(method: method, path: path, body: body, theirs: owned.organization, unknown: none)
        }
        return [
            ofOrganization(.GET, place), ofOrganization(.PATCH, place, #"{"name":"x"}"#),
            ofOrganization(.DELETE, place), ofOrganization(.GET, place + "/members"),
            ofOrganization(.PUT, place + "/members/bob", #"{"role":"owner"}"#),
            ofOrganization(.PUT, place + "/members/alice", #"{"role":"member"}"#),
            ofOrganization(.DELETE, place + "/members/alice"),
            ofOrganization(.GET, place + "/invitations"),
            ofOrganization(.PUT, place + "/invitations/bob", #"{"role":"member"}"#),
            ofOrganization(.DELETE, place + "/invitations/bob"),
            ofOrganization(.POST, "/api/invitations/*/accept"), ofOrganization(.DELETE, "/api/invitations/*"),
            ofOrganization(.POST, "/api/voip/switch-org", #"{"target_organization_id":"*"}"#),
            ofOrganization(.POST, "/api/voip/credentials", #"{"organization_id":"*"}"#),
            Guess(
                method: .DELETE, path: "/api/devices/*", theirs: owned.alice.device,
                unknown: "dev-0123456789abcdef01234567"),
            Guess(
                method: .DELETE, path: "/api/voip/credentials/*", theirs: owned.login,
                unknown: "cred-0123456789abcdef01234567"),
            Guess(
                method: .GET, path: "/api/voip/call-status/*", theirs: owned.session,
                unknown: "0190a5a8-5e42-7000-8000-000000000000"),
        ]
    }

    /// All that the client is told, but for the date.
    private func reported(_ reply: TestHTTP.Reply) -> [String] {
        [String(reply.status), reply.text]
            + reply.headers.filter { $0.name.lowercased() != "date" }.map { "\($0.name): \($0.value)" }.sorted()
    }

    @Test func `a stranger gets the same answer for foreign and for missing things`() async throws {
        try await TestExchange.run { server in
            let owned = try await owned(server)
            for guess in guesses(owned) {
                let theirs = try await guess.ask(owned.bob, guess.theirs)
                let unknown = try await guess.ask(owned.bob, guess.unknown)
                #expect(theirs.status == 404, "\(guess.method) \(guess.path)")
                #expect(reported(theirs) == reported(unknown), "\(guess.method) \(guess.path)")
            }
            let busy = try await owned.bob.ask(.GET, "/api/voip/busy?user=alice")
            #expect(reported(busy) == reported(try await owned.bob.ask(.GET, "/api/voip/busy?user=stranger")))
            // Nothing was changed by trying.
            #expect(try await owned.alice.ask(.GET, "/api/organizations/\(owned.organization)").status == 200)
            #expect(try await owned.alice.ask(.GET, "/api/devices").object["devices"]?.array?.count == 1)
            let live = try await owned.alice.ask(.GET, "/api/voip/credentials").object["credentials"]?.array
            #expect(live?.count == 1)
        }
    }

    @Test func `an operator's addresses are closed to users, whatever is asked for`() async throws {
        try await TestExchange.run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            for name in ["alice", "stranger"] {
                for (method, rest) in [
                    (HTTPMethod.GET, ""), (.DELETE, ""), (.GET, "/devices"), (.DELETE, "/devices/x"),
                ] {
                    #expect(try await bob.ask(method, "/api/users/\(name)\(rest)").status == 403)
                }
            }
            #expect(try await bob.ask(.GET, "/api/users").status == 403)
            #expect(try await bob.ask(.GET, "/api/audit").status == 403)
        }
    }

    @Test func `a wrong password tells nothing of who exists`() async throws {
        try await TestExchange.run { server in
            let known = try await TestHTTP.ask(
                server, .POST, "/api/auth/login",
                body: AccountClient.body("alice", "guess", installation: "installation-1"))
            let unknown = try await TestHTTP.ask(
                server, .POST, "/api/auth/login",
                body: AccountClient.body("zoe", "guess", installation: "installation-1"))
            #expect(known.status == 401)
            #expect(reported(known) == reported(unknown))
        }
    }

    @Test func `what one device was given is worth nothing elsewhere`() async throws {
        try await TestExchange.run { server in
            var alice = try await AccountClient.logIn(server, as: "alice")
            let issued = try await alice.ask(.POST, "/api/voip/credentials", "{}").object
            let refresh = alice.refresh
            // A refresh token and a credential's password are no access tokens, nor the other way round.
            alice.access = refresh
            #expect(try await alice.ask(.GET, "/api/devices").status == 401)
            alice.access = issued["sip_password"]?.string ?? ""
            #expect(try await alice.ask(.GET, "/api/devices").status == 401)
            let login = issued["sip_username"]?.string ?? ""
            let body = AccountClient.body(login, alice.access, installation: "installation-2")
            #expect(
                try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status == 401,
                "a device's credential opens calls, not the account")
        }
    }
}
