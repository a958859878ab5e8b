import Accounts
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    @Test func `a session gives access to the user's resources, is renewed, and ends when it is left`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            #expect(try await alice.ask(.GET, "/api/devices").object["devices"]?.array?.count == 1)
            let renewed = try await alice.refreshing(alice.refresh)
            let next = try AccountClient(server, renewed.object)
            #expect(try await alice.ask(.GET, "/api/devices").status == 401, "the old access token is replaced")
            #expect(try await next.ask(.GET, "/api/devices").status == 200)
            #expect(try await next.ask(.POST, "/api/auth/logout").status == 204)
            #expect(try await next.ask(.GET, "/api/devices").status == 401)
            #expect(try await next.refreshing(next.refresh).status == 401)
        }
    }

    @Test func `who signs in is told the own display name, and told it again with each renewal`() async throws {
        try await TestExchange.run({ $0.users[1].displayName = nil }) { server in
            func opened(_ user: String) async throws -> JSONObject {
                let body = AccountClient.body(user, "\(user)-secret", installation: "installation-1")
                return try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).object
            }
            let alice = try await opened("alice")
            #expect(alice["user"] == "alice" && alice["display_name"] == "User alice")
            let app = try AccountClient(server, alice)
            #expect(try await app.refreshing(app.refresh).object["display_name"] == "User alice")
            #expect(try await opened("bob")["display_name"] == nil)
        }
    }

    @Test func `a refresh token used again ends the session of thief and owner`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let thief = try AccountClient(server, try await alice.refreshing(alice.refresh).object)
            #expect(try await thief.ask(.GET, "/api/devices").status == 200)
            #expect(try await alice.refreshing(alice.refresh).status == 401)
            #expect(try await thief.ask(.GET, "/api/devices").status == 401)
            #expect(try await thief.refreshing(thief.refresh).status == 401)
        }
    }

    @Test func `access ends by itself`() async throws {
        try await TestExchange.run({ $0.sessionPolicy.accessTime = 0 }) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            #expect(try await alice.ask(.GET, "/api/devices").status == 401)
        }
    }

    @Test func `a wrong password opens nothing, and guessing is slowed down`() async throws {
        try await TestExchange.run({ $0.limits.failedLoginsPerMinute = 2 }) { server in
            let body = AccountClient.body("alice", "wrong", installation: "installation-1")
            func status() async throws -> Int {
                try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body).status
            }
            #expect(try await status() == 401)
            #expect(try await status() == 401)
            let held = try await TestHTTP.ask(server, .POST, "/api/auth/login", body: body)
            #expect(held.status == 429)
            #expect(held.headers.first(name: "Retry-After") != nil)
        }
    }

    @Test func `who asks too much is told when to come back`() async throws {
        try await TestExchange.run({ $0.limits.apiRequestsPerMinute = 3 }) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            for _ in 1...3 { #expect(try await alice.ask(.GET, "/api/devices").status == 200) }
            let held = try await alice.ask(.GET, "/api/devices")
            #expect(held.status == 429)
            // One in 20 seconds; some of them may have passed.
            let wait = try #require(held.headers.first(name: "Retry-After").flatMap { Int($0) })
            #expect((1...20).contains(wait))
            let bob = try await AccountClient.logIn(server, as: "bob")
            #expect(try await bob.ask(.GET, "/api/devices").status == 200, "others are not held back")
        }
    }
}
