import Accounts
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// F3: devices that log in over WebSocket with the access token of a session, as Telnyx' clients do.
@Suite(.timeLimit(.minutes(5))) struct TokenLoginTests {
    private func logIn(_ server: ExchangeServer, _ token: String, session: String) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        client.request("login", "login", ["login_token": .string(token), "sessid": .string(session)])
        return client
    }

    @Test func `F3: a session's access token logs its device in, which calls and is called as its user`() async throws {
        try await TestExchange.run { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            let alice = try await logIn(server, account.access, session: "a")
            #expect(try await alice.result(of: "login")["message"] == "logged in")
            _ = try await alice.told("telnyx_rtc.clientReady")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            #expect(try await bob.told("telnyx_rtc.invite")["caller_id_number"] == "1001")
            alice.bye("c", .telnyx)
            _ = try await alice.next("telnyx_rtc.ringing")
            _ = try await alice.result(of: "bye")
            _ = try await bob.told("telnyx_rtc.bye")
            _ = try await bob.dial("alice", callID: "d", .telnyx)
            _ = try await alice.next("telnyx_rtc.invite")
        }
    }

    @Test func `F3: a removed device's connection goes with its session`() async throws {
        try await TestExchange.run { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            let alice = try await logIn(server, account.access, session: "a")
            _ = try await alice.result(of: "login")
            _ = try await alice.told("telnyx_rtc.clientReady")
            #expect(try await account.ask(.POST, "/api/auth/logout").status == 204)
            #expect(try await alice.end() == 1000)
            let again = try await logIn(server, account.access, session: "a")
            #expect(try await again.failure(of: "login").message == "Login Incorrect")
        }
    }

    @Test func `F3: no token but an access token that is not over logs in`() async throws {
        try await TestExchange.run { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            for token in [TestExchange.token, account.refresh, account.access + "x", "", "alice-secret"] {
                let client = try await logIn(server, token, session: "a")
                let failure = try await client.failure(of: "login")
                #expect(failure.code == -32001)
                #expect(failure.message == "Login Incorrect")
            }
        }
        try await TestExchange.run {
            $0.sessionPolicy.accessTime = 0
        } _: { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            let client = try await logIn(server, account.access, session: "a")
            #expect(try await client.failure(of: "login").message == "Login Incorrect")
        }
    }

    @Test func `F3: a token logs in once more after a cut, and its device is offered its call`() async throws {
        try await TestExchange.run { server in
            let account = try await AccountClient.logIn(server, as: "alice")
            let alice = try await logIn(server, account.access, session: "a")
            _ = try await alice.result(of: "login")
            _ = try await alice.told("telnyx_rtc.clientReady")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            _ = try await bob.dial("alice", callID: "c", .telnyx)
            let leg = try #require(try await alice.told("telnyx_rtc.invite")["callID"]?.string)
            alice.answer(leg, .telnyx)
            _ = try await alice.result(of: "answer")
            await alice.close()
            let again = try await logIn(server, account.access, session: "a")
            #expect(try await again.next("telnyx_rtc.attach")["params"]?.object?["callID"]?.string == leg)
        }
    }
}
