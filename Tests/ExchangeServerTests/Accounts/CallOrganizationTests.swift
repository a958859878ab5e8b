import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Another organization in the middle of a call. Source: test T7 (Documentation/RingScenarios.md).
@Suite(.timeLimit(.minutes(5))) struct CallOrganizationTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    private func makeOrganizations(_ server: ExchangeServer) async throws {
        for id in ["acme", "other"] {
            let body = #"{"id":"\#(id)","name":"Org \#(id)","owner":"alice"}"#
            let made = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: operatorToken, body: body)
            #expect(made.status == 201)
        }
    }

    /// Switches the device, and logs it in with the credential it gets.
    private func phone(_ alice: AccountClient, to organization: String, session: String) async throws -> TestClient {
        let body = #"{"target_organization_id":"\#(organization)"}"#
        let given = try await alice.ask(.POST, "/api/voip/switch-org", body)
        #expect(given.status == 200)
        let phone = try await TestClient.connect(to: alice.server)
        try await phone.logIn(
            .freeSwitch, as: given.object["sip_username"]?.string ?? "",
            password: given.object["sip_password"]?.string ?? "", session: session, keepsHold: true)
        return phone
    }

    @Test func `T7: a call goes on through a switch, and is told as the organisation's it began in`() async throws {
        try await TestExchange.run { server in
            try await makeOrganizations(server)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let phone = try await phone(alice, to: "acme", session: "alice-1")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
            let leg = try await Scene.callUp(phone, bob)
            func calls() async throws -> [JSONObject] {
                try await alice.ask(.GET, "/api/calls").object["calls"]?.array?.compactMap(\.object) ?? []
            }
            let session = try #require(try await calls().first?["call_session_id"]?.string)
            #expect(try await calls().first?["organization_id"] == "acme")

            let second = try await self.phone(alice, to: "other", session: "alice-2")
            let during = try await alice.ask(.GET, "/api/voip/call-status/\(session)").object
            #expect(during["state"] == "active")
            #expect(during["organization_id"] == "acme")
            phone.modify("c", "hold", .freeSwitch)
            #expect(try await phone.result(of: "modify")["holdState"] == "held")
            let held = try await alice.ask(.GET, "/api/voip/call-status/\(session)").object
            #expect(held["organization_id"] == "acme")
            #expect(held["legs"]?.array?.contains { $0.object?["held"] == true } == true)

            _ = try await second.dial("stranger", callID: "d", .freeSwitch)
            _ = try await second.told("verto.bye")
            bob.bye(leg, .freeSwitch)
            _ = try await bob.result(of: "bye")
            #expect(try await calls().map { $0["organization_id"] } == ["other", "acme"])
        }
    }

    @Test func `the journal keeps a call's organisation through a restart`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            try await makeOrganizations(server)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let phone = try await phone(alice, to: "acme", session: "alice-1")
            _ = try await phone.dial("stranger", callID: "d", .freeSwitch)
            _ = try await phone.told("verto.bye")
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let calls = try await TestHTTP.ask(server, "/api/calls", authorization: operatorToken).object["calls"]
            #expect(calls?.array?.compactMap { $0.object?["organization_id"] } == ["acme"])
        }
    }

    @Test func `who is put out of an organisation is put off its connections, and keeps the others`() async throws {
        try await TestExchange.run { server in
            try await makeOrganizations(server)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let acme = try await phone(alice, to: "acme", session: "alice-1")
            let other = try await phone(alice, to: "other", session: "alice-2")
            _ = try await TestHTTP.ask(
                server, .PUT, "/api/organizations/acme/members/bob", authorization: operatorToken,
                body: #"{"role":"owner"}"#)
            let path = "/api/organizations/acme/members/alice"
            #expect(try await TestHTTP.ask(server, .DELETE, path, authorization: operatorToken).status == 204)
            #expect(try await acme.end() == 1_000)
            other.request(1, "verto.ping", [:])
            #expect(try await other.result(of: 1)["message"] == "PONG")
            #expect(
                try await TestHTTP.ask(server, .DELETE, "/api/organizations/other", authorization: operatorToken)
                    .status == 204)
            #expect(try await other.end() == 1_000)
        }
    }
}
