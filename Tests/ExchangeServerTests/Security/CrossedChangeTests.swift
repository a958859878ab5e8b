import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// A proof or a request that ends at the moment of its use: it was right when it was looked at, and lets nothing in.
@Suite(.timeLimit(.minutes(5))) struct CrossedChangeTests {
    private static func signIn(_ server: ExchangeServer, _ password: String) async throws -> Int {
        let body = AccountClient.body("alice", password, installation: "installation-of-alice")
        return try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status
    }

    /// Returns when so many changes of alice's credentials wait.
    private static func wait(for count: Int, at server: ExchangeServer) async throws {
        try await server.until { server.credentialChangesWaiting(of: "alice") >= count ? () : nil }
    }

    @Test(arguments: [true, false])
    func `H2: a password that is changed while it is computed lets nothing in`(isOverWebSocket: Bool) async throws {
        let passwords = HeldPasswords()
        let old = try #require(PasswordHash.chosen("alice-secret"))
        let new = try #require(PasswordHash.chosen("another-secret"))
        var before = try TestExchange.configuration()
        before.users[0].password = old
        var changed = before
        changed.users[0].password = new
        let (first, second) = (before, changed)
        try await TestExchange.run(passwordWork: passwords.work, { $0 = first }) { server async throws in
            let login = Task {
                guard isOverWebSocket else { return try await Self.signIn(server, "alice-secret") == 401 }
                let phone = try await TestClient.connect(to: server)
                phone.request(1, "login", ["login": "alice", "passwd": "alice-secret", "sessid": "a"])
                return try await phone.failure(of: 1).code == -32001
            }
            await passwords.reach(1)
            #expect(await server.reload { second })
            passwords.open()
            #expect(try await login.value, "it was right when it was computed")
            #expect(try await Self.signIn(server, "another-secret") == 200)
        }
    }

    @Test func `H2: a sign-in whose password is changed before its tokens are given out is refused`() async throws {
        let before = try TestExchange.configuration()
        var changed = before
        changed.users[0].password = PasswordHash(unstored: "another-secret", of: "alice")
        let after = changed
        try await TestExchange.run({ $0 = before }) { server in
            _ = try await AccountClient.logIn(server, as: "alice")
            let (again, reload) = try await server.holdCredentials(of: "alice") {
                // Its session is stored, and takes the place of the former one.
                let again = Task { try await Self.signIn(server, "alice-secret") }
                try await Self.wait(for: 1, at: server)
                let reload = Task { await server.reload { after } }
                try await Self.wait(for: 2, at: server)
                return (again, reload)
            }
            #expect(try await again.value == 401)
            #expect(await reload.value)
            #expect(try await Self.signIn(server, "another-secret") == 200)
        }
    }

    @Test func `H2: a credential that is asked for while its user leaves the organisation is not issued`() async throws
    {
        try await TestExchange.run { server in
            let token = TestHTTP.bearer(TestExchange.token)
            let made = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: token,
                body: #"{"id":"acme","name":"Acme","owner":"bob"}"#)
            let member = "/api/organizations/acme/members/alice"
            let joined = try await TestHTTP.ask(
                server, .PUT, member, authorization: token, body: #"{"role":"member"}"#)
            #expect(made.status == 201 && joined.status == 200)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let (issued, left) = try await server.holdCredentials(of: "alice") {
                let issued = Task {
                    try await alice.ask(.POST, "/api/voip/credentials", #"{"organization_id":"acme"}"#).status
                }
                try await Self.wait(for: 1, at: server)
                let left = Task { try await TestHTTP.ask(server, .DELETE, member, authorization: token).status }
                try await Self.wait(for: 2, at: server)
                return (issued, left)
            }
            #expect(try await issued.value == 409)
            #expect(try await left.value == 204)
            let listed = try await alice.ask(.GET, "/api/voip/credentials").object
            #expect(listed["credentials"]?.array?.isEmpty == true)
        }
    }

    @Test func `H2: a credential that a device asks for while it is revoked is not issued`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let other = try await AccountClient.logIn(server, as: "alice", installation: "installation-other")
            let (issued, removed) = try await server.holdCredentials(of: "alice") {
                let issued = Task { try await alice.ask(.POST, "/api/voip/credentials", "{}").status }
                try await Self.wait(for: 1, at: server)
                let removed = Task { try await other.ask(.DELETE, "/api/devices/\(alice.device)").status }
                try await Self.wait(for: 2, at: server)
                return (issued, removed)
            }
            #expect(try await issued.value == 409)
            #expect(try await removed.value == 204)
            #expect(try await alice.ask(.GET, "/api/voip/credentials").status == 401)
        }
    }
}
