import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// `Idempotency-Key`: sent again, done once.
@Suite(.timeLimit(.minutes(5))) struct NamedRequestTests {
    private let key = [("Idempotency-Key", "key-0123456789")]

    @Test func `a request sent again under its key is answered alike and done once, also after a restart`() async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        var first = TestHTTP.Reply(status: 0, type: "", text: "")
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            first = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#, headers: key)
            #expect(first.status == 201)
            let second = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#, headers: key)
            #expect(second.status == 201 && second.text == first.text)
            let other = try await alice.ask(.POST, "/api/organizations", #"{"name":"Other"}"#, headers: key)
            #expect(other.status == 409)
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let third = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#, headers: key)
            #expect(third.text == first.text)
            #expect(try await alice.ask(.GET, "/api/organizations").object["organizations"]?.array?.count == 1)
        }
    }

    @Test func `of requests under one key at the same time one is done`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let key = key
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...8 {
                    group.addTask {
                        try await alice.ask(.POST, "/api/voip/credentials", "{}", headers: key).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 201 || $0 == 409 })
            #expect(statuses.contains(201))
            let live = try await alice.ask(.GET, "/api/voip/credentials").object["credentials"]?.array
            #expect(live?.count == 1)
        }
    }

    @Test func `a key is its asker's own, and what failed may be tried again under it`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let bob = try await AccountClient.logIn(server, as: "bob")
            let ours = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#, headers: key)
            let theirs = try await bob.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#, headers: key)
            #expect(theirs.status == 201)
            #expect(theirs.object["id"] != ours.object["id"])
            let again = [("Idempotency-Key", "key-9876543210")]
            let body = #"{"target_organization_id":"acme-later"}"#
            #expect(try await alice.ask(.POST, "/api/voip/switch-org", body, headers: again).status == 404)
            _ = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"id":"acme-later","name":"Later","owner":"alice"}"#)
            #expect(try await alice.ask(.POST, "/api/voip/switch-org", body, headers: again).status == 200)
        }
    }
}
