import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct OrganizationTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    @Test func `owners run their organization, and others do not see it`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let bob = try await AccountClient.logIn(server, as: "bob")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#)
            #expect(made.status == 201)
            let path = "/api/organizations/" + (made.object["id"]?.string ?? "")
            #expect(try await bob.ask(.GET, path).status == 404)
            #expect(try await bob.ask(.PUT, path + "/members/bob", #"{"role":"owner"}"#).status == 404)
            for user in ["bob", "stranger"] {
                let added = try await alice.ask(.PUT, path + "/members/\(user)", #"{"role":"member"}"#)
                #expect(added.status == 409, "users are added only with their consent")
            }
            #expect(try await alice.ask(.PUT, path + "/invitations/bob", #"{"role":"member"}"#).status == 200)
            #expect(try await bob.ask(.GET, path).status == 404, "invited, and no more")
            let accept = path.replacing("organizations", with: "invitations") + "/accept"
            #expect(try await bob.ask(.POST, accept).status == 200)
            #expect(try await alice.ask(.PUT, path + "/members/bob", #"{"role":"admin"}"#).status == 200)
            #expect(try await alice.ask(.PUT, path + "/members/bob", #"{"role":"member"}"#).status == 200)
            #expect(try await bob.ask(.GET, path).status == 200)
            #expect(try await bob.ask(.PUT, path + "/members/bob", #"{"role":"owner"}"#).status == 403)
            #expect(try await bob.ask(.PATCH, path, #"{"name":"Mine"}"#).status == 403)
            #expect(try await alice.ask(.PATCH, path, #"{"name":"Acme Ltd"}"#).object["version"] == 2)
            #expect(try await alice.ask(.DELETE, path + "/members/alice").status == 409, "the last owner")
            #expect(try await bob.ask(.DELETE, path + "/members/bob").status == 204, "everybody may leave")
            #expect(try await bob.ask(.DELETE, path).status == 404)
            #expect(try await alice.ask(.DELETE, path).status == 204)
        }
    }

    @Test func `lists go on where a page ended`() async throws {
        try await TestExchange.run { server in
            for id in ["a", "b", "c"] {
                let body = #"{"id":"\#(id)","name":"Org","owner":"alice"}"#
                let made = try await TestHTTP.ask(
                    server, .POST, "/api/organizations", authorization: operatorToken, body: body)
                #expect(made.status == 201)
            }
            let alice = try await AccountClient.logIn(server, as: "alice")
            let first = try await alice.ask(.GET, "/api/organizations?limit=2").object
            #expect(first["organizations"]?.array?.count == 2)
            let cursor = try #require(first["next_cursor"]?.string)
            let second = try await alice.ask(.GET, "/api/organizations?limit=2&cursor=\(cursor)").object
            #expect(second["organizations"]?.array?.compactMap { $0.object?["id"]?.string } == ["c"])
            #expect(second["next_cursor"] == nil)
        }
    }

    @Test func `a switch is the device's own, compares versions, and leaves older credentials working`() async throws {
        try await TestExchange.run { server in
            for id in ["acme", "other"] {
                let body = #"{"id":"\#(id)","name":"Org \#(id)","owner":"bob"}"#
                _ = try await TestHTTP.ask(
                    server, .POST, "/api/organizations", authorization: operatorToken, body: body)
            }
            let bob = try await AccountClient.logIn(server, as: "bob")
            func change(_ target: String, _ version: Int) async throws -> TestHTTP.Reply {
                let body = #"{"target_organization_id":"\#(target)","version":\#(version)}"#
                return try await bob.ask(.POST, "/api/voip/switch-org", body)
            }
            let first = try await change("acme", 0)
            #expect(first.status == 200)
            #expect(first.object["version"] == 1)
            #expect(first.object["caller_id_name"] == "User bob")
            #expect(first.object["caller_id_number"] == "1002")
            #expect(try await change("acme", 0).object["version"] == 1, "sent again, as its reply was lost")
            #expect(try await change("other", 0).status == 409)
            #expect(try await change("other", 1).object["version"] == 2)
            #expect(try await change("nowhere", 2).status == 404)

            let phone = try await TestClient.connect(to: server)
            let (login, password) = (first.object["sip_username"]?.string, first.object["sip_password"]?.string)
            try await phone.logIn(.telnyx, as: login ?? "", password: password ?? "", session: "b")
            let path = "/api/organizations/acme/members/bob"
            let owner = #"{"role":"owner"}"#
            _ = try await TestHTTP.ask(
                server, .PUT, "/api/organizations/acme/members/alice", authorization: operatorToken, body: owner)
            #expect(try await TestHTTP.ask(server, .DELETE, path, authorization: operatorToken).status == 204)
            #expect(try await phone.end() == 1000)
            let late = try await TestClient.connect(to: server)
            late.request(1, "login", ["login": .string(login ?? ""), "passwd": .string(password ?? "")])
            #expect(try await late.failure(of: 1).code == -32001, "who left has no credentials there")
        }
    }
}
