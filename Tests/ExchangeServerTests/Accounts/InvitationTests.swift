import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Users become members of an organization only by consent.
@Suite(.timeLimit(.minutes(5))) struct InvitationTests {
    private struct Scene {
        let server: ExchangeServer
        let alice: AccountClient
        let bob: AccountClient
        /// alice's organization.
        let id: String

        var invitations: String { "/api/organizations/\(id)/invitations" }

        func invite(_ user: String, as role: String = "member", by client: AccountClient? = nil) async throws -> Int {
            try await (client ?? alice).ask(.PUT, invitations + "/\(user)", #"{"role":"\#(role)"}"#).status
        }

        func own(_ client: AccountClient) async throws -> [JSONObject] {
            (try await client.ask(.GET, "/api/invitations").object["invitations"]?.array ?? []).compactMap(\.object)
        }

        func organizations(_ client: AccountClient) async throws -> [String] {
            (try await client.ask(.GET, "/api/organizations").object["organizations"]?.array ?? [])
                .compactMap { $0.object?["id"]?.string }
        }
    }

    private func run(_ body: (Scene) async throws -> Void) async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let bob = try await AccountClient.logIn(server, as: "bob")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#)
            try await body(
                Scene(server: server, alice: alice, bob: bob, id: try #require(made.object["id"]?.string)))
        }
    }

    @Test func `who is invited sees by whom and as what, and is a member once it is accepted`() async throws {
        try await run { scene async throws in
            #expect(try await scene.invite("bob", as: "admin") == 200)
            let invitation = try #require(try await scene.own(scene.bob).first)
            #expect(invitation["organization_id"]?.string == scene.id && invitation["organization_name"] == "Acme")
            #expect(invitation["invited_by"] == "alice" && invitation["role"] == "admin")
            #expect(try await scene.organizations(scene.bob) == [])
            let accepted = try await scene.bob.ask(.POST, "/api/invitations/\(scene.id)/accept")
            #expect(accepted.status == 200 && accepted.object["role"] == "admin")
            #expect(try await scene.organizations(scene.bob) == [scene.id])
            #expect(try await scene.own(scene.bob).isEmpty)
            #expect(try await scene.bob.ask(.POST, "/api/invitations/\(scene.id)/accept").status == 404, "spent")
            #expect(try await scene.invite("bob") == 409, "a member already")
        }
    }

    @Test func `declined and withdrawn invitations are worth nothing`() async throws {
        try await run { scene async throws in
            let (accept, own) = ("/api/invitations/\(scene.id)/accept", "/api/invitations/\(scene.id)")
            #expect(try await scene.invite("bob") == 200)
            #expect(try await scene.bob.ask(.DELETE, own).status == 204)
            #expect(try await scene.bob.ask(.POST, accept).status == 404)
            #expect(try await scene.bob.ask(.DELETE, own).status == 404)
            #expect(try await scene.invite("bob") == 200)
            #expect(try await scene.bob.ask(.DELETE, scene.invitations + "/bob").status == 404, "not bob's to withdraw")
            #expect(try await scene.alice.ask(.DELETE, scene.invitations + "/bob").status == 204)
            #expect(try await scene.bob.ask(.POST, accept).status == 404)
            #expect(try await scene.organizations(scene.bob) == [])
        }
    }

    @Test func `an inviter learns nothing about who has an account`() async throws {
        try await run { scene async throws in
            #expect(try await scene.invite("bob") == 200)
            #expect(try await scene.invite("stranger-of-that-name") == 200)
            let listed = try await scene.alice.ask(.GET, scene.invitations).object["invitations"]?.array ?? []
            #expect(listed.compactMap { $0.object?["user"]?.string } == ["bob", "stranger-of-that-name"])
            let first = try await scene.alice.ask(.GET, scene.invitations + "?limit=1").object
            let cursor = try #require(first["next_cursor"]?.string)
            let rest = try await scene.alice.ask(.GET, scene.invitations + "?limit=1&cursor=\(cursor)").object
            #expect(rest["invitations"]?.array?.first?.object?["user"] == "stranger-of-that-name")
        }
    }

    @Test func `an invitation is worth what its maker may still do`() async throws {
        try await run { scene async throws in
            let operatorToken = TestHTTP.bearer(TestExchange.token)
            let path = "/api/organizations/\(scene.id)"
            #expect(try await scene.invite("bob", as: "admin") == 200)
            #expect(try await scene.bob.ask(.POST, "/api/invitations/\(scene.id)/accept").status == 200)
            #expect(try await scene.invite("carol", as: "owner", by: scene.bob) == 403, "admins make no owners")
            #expect(try await scene.invite("carol", by: scene.bob) == 200)
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/users", authorization: operatorToken,
                body: #"{"name":"carol","password":"carol-secret"}"#)
            #expect(made.status == 201)
            let carol = try await AccountClient.logIn(scene.server, as: "carol")
            #expect(try await scene.own(carol).count == 1)
            #expect(try await scene.alice.ask(.PUT, path + "/members/bob", #"{"role":"member"}"#).status == 200)
            #expect(try await scene.own(carol).isEmpty)
            #expect(try await carol.ask(.POST, "/api/invitations/\(scene.id)/accept").status == 404)
            #expect(try await scene.invite("carol", by: scene.bob) == 403)
            #expect(try await scene.bob.ask(.GET, scene.invitations).status == 403)
            #expect(try await scene.alice.ask(.PUT, path + "/members/bob", #"{"role":"admin"}"#).status == 200)
            #expect(try await carol.ask(.POST, "/api/invitations/\(scene.id)/accept").status == 200)
        }
    }

    @Test func `the operator adds members outright, and an open invitation is then over`() async throws {
        try await run { scene async throws in
            #expect(try await scene.invite("bob") == 200)
            let added = try await TestHTTP.ask(
                scene.server, .PUT, "/api/organizations/\(scene.id)/members/bob",
                authorization: TestHTTP.bearer(TestExchange.token), body: #"{"role":"member"}"#)
            #expect(added.status == 200)
            #expect(try await scene.own(scene.bob).isEmpty)
            let unknown = try await TestHTTP.ask(
                scene.server, .PUT, "/api/organizations/\(scene.id)/members/stranger",
                authorization: TestHTTP.bearer(TestExchange.token), body: #"{"role":"member"}"#)
            #expect(unknown.status == 409)
        }
    }
}
