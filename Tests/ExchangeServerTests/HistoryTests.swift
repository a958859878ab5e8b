import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite struct HistoryTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    @Test func `a user in a call is busy, and colleagues see it`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
            let caller = try await TestClient.connect(to: server)
            try await caller.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "alice-1")
            let alice = try await AccountClient.logIn(server, as: "alice")
            func busy() async throws -> [String: Bool] {
                let users = try await alice.ask(.GET, "/api/voip/busy?user=bob&user=alice").object["users"]?.array
                return Dictionary(
                    uniqueKeysWithValues: (users ?? []).map {
                        ($0.object?["user"]?.string ?? "", $0.object?["busy"]?.bool ?? false)
                    })
            }
            #expect(try await busy() == ["alice": false], "bob is a stranger yet")
            let body = #"{"id":"acme","name":"Acme","owner":"alice"}"#
            _ = try await TestHTTP.ask(server, .POST, "/api/organizations", authorization: operatorToken, body: body)
            _ = try await alice.ask(.PUT, "/api/organizations/acme/invitations/bob", #"{"role":"member"}"#)
            let bob = try await AccountClient.logIn(server, as: "bob")
            #expect(try await busy() == ["alice": false], "an invitation shows nothing of the invited")
            #expect(try await bob.ask(.POST, "/api/invitations/acme/accept").status == 200)
            let leg = try await Scene.callUp(caller, phone)
            #expect(try await busy() == ["alice": true, "bob": true])
            phone.bye(leg, .freeSwitch)
            _ = try await phone.result(of: "bye")
            #expect(try await busy() == ["alice": false, "bob": false])

            let calls = try await alice.ask(.GET, "/api/calls").object["calls"]?.array
            #expect(calls?.count == 1)
            #expect(calls?.first?.object?["ending"]?.object?["reason"] == "completed")
            #expect(try await bob.ask(.GET, "/api/calls?limit=1").object["next_cursor"] != nil)
        }
    }
}
