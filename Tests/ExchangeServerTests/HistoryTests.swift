import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct HistoryTests {
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

    /// The report of alice's call to bob, from the list and by itself, as bob, alice and the operator are told.
    private func reports(
        _ server: ExchangeServer, while call: (_ told: () async throws -> [[JSONObject]]) async throws -> Void
    ) async throws {
        let phone = try await TestClient.connect(to: server)
        try await phone.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
        let caller = try await TestClient.connect(to: server)
        try await caller.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "alice-1")
        let leg = try await Scene.callUp(caller, phone)
        let proofs = [
            TestHTTP.basic("bob", "bob-secret"), TestHTTP.basic("alice", "alice-secret"), operatorToken,
        ]
        func reported() async throws -> [[JSONObject]] {
            var told: [[JSONObject]] = []
            for proof in proofs {
                let list = try await TestHTTP.ask(server, "/api/calls", authorization: proof)
                let listed = try #require(list.object["calls"]?.array?.first?.object)
                let session = try #require(listed["call_session_id"]?.string)
                let path = "/api/voip/call-status/\(session)"
                told.append([listed, try await TestHTTP.ask(server, path, authorization: proof).object])
            }
            return told
        }
        try await call(reported)
        phone.bye(leg, .freeSwitch)
        _ = try await phone.result(of: "bye")
        try await call(reported)
    }

    @Test func `a call between users has the names by which they know each other, and its direction for each`()
        async throws
    {
        try await TestExchange.run { server in
            try await reports(server) { reported in
                let told = try await reported()
                for report in told.joined() {
                    #expect(report["caller_name"] == "User alice" && report["caller_number"] == "1001")
                    #expect(report["called_name"] == "User bob" && report["called_number"] == "bob")
                }
                #expect(
                    told.map { $0.map { $0["direction"] } } == [
                        ["inbound", "inbound"], ["outbound", "outbound"], [nil, nil],
                    ])
            }
        }
    }

    @Test func `users who share no organization are named by what they dial`() async throws {
        try await TestExchange.run({
            $0.calling.allowsAcrossOrganizations = true
            $0.users[0].organizations = ["north"]
            $0.users[1].organizations = ["south"]
        }) { server in
            try await reports(server) { reported in
                for report in try await reported().joined() {
                    #expect(report["caller_name"] == "alice" && report["called_name"] == "bob")
                }
            }
        }
    }
}
