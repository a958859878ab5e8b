import Broadcast
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Listeners of an organization, when they are members no longer.
@Suite(.timeLimit(.minutes(5))) struct RevocationTests {
    /// alice's organization has bob as a member; both listen to it, and bob to himself.
    private func run(
        _ body: (BroadcastScene, _ alice: AccountClient, _ organization: String, _ bob: TestClient) async throws -> Void
    ) async throws {
        try await BroadcastScene.run { scene in
            let alice = try await AccountClient.logIn(scene.server, as: "alice")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#)
            let organization = try #require(made.object["id"]?.string)
            let added = try await TestHTTP.ask(
                scene.server, .PUT, "/api/organizations/\(organization)/members/bob",
                authorization: TestHTTP.bearer(TestExchange.token), body: #"{"role":"member"}"#)
            #expect(added.status == 200)
            let (bob, socket) = try await scene.connect()
            for channel in ["private-user.bob", ChannelName.ofMembers(of: organization)] {
                #expect(try await join(bob, socket, channel, as: "bob", scene) == 200)
            }
            try await body(scene, alice, organization, bob)
        }
    }

    /// Asks to be let in, and listens.
    private func join(
        _ client: TestClient, _ socket: SocketID, _ channel: String, as user: String, _ scene: BroadcastScene
    ) async throws -> Int {
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
        let answer = try await BroadcastScene.askAuth(
            scene.server, wish, TestHTTP.basic(user, "\(user)-secret"))
        guard answer.status == 200 else { return answer.status }
        var data = answer.object
        data["channel"] = .string(channel)
        client.send(["event": "pusher:subscribe", "data": .object(data)])
        _ = try await client.event("pusher_internal:subscription_succeeded")
        return answer.status
    }

    @Test
    func `a removed member is sent away at once, and let in again only to the channels that are still the member's`()
        async throws
    {
        try await run { scene, alice, organization, bob async throws in
            let (watcher, watching) = try await scene.connect()
            let channel = ChannelName.ofMembers(of: organization)
            #expect(try await join(watcher, watching, channel, as: "alice", scene) == 200)
            #expect(try await alice.ask(.DELETE, "/api/organizations/\(organization)/members/bob").status == 204)
            #expect(try await bob.end() == 4203)
            #expect(try await watcher.event("pusher_internal:member_removed") == ["user_id": "bob"])
            let (again, socket) = try await scene.connect()
            #expect(try await join(again, socket, channel, as: "bob", scene) == 403)
            #expect(try await join(again, socket, "private-user.bob", as: "bob", scene) == 200)
        }
    }

    @Test func `an organisation that goes takes its listeners with it`() async throws {
        try await run { _, alice, organization, bob async throws in
            #expect(try await alice.ask(.DELETE, "/api/organizations/\(organization)").status == 204)
            #expect(try await bob.end() == 4203)
        }
    }

    @Test func `a user who is deleted listens no longer`() async throws {
        try await BroadcastScene.run { scene in
            let admin = TestHTTP.bearer(TestExchange.token)
            let body = #"{"name":"carol","password":"carol-secret"}"#
            let made = try await TestHTTP.ask(scene.server, .POST, "/api/users", authorization: admin, body: body)
            #expect(made.status == 201, "\(made.text)")
            let (carol, socket) = try await scene.connect()
            #expect(try await join(carol, socket, "private-user.carol", as: "carol", scene) == 200)
            let gone = try await TestHTTP.ask(scene.server, .DELETE, "/api/users/carol", authorization: admin)
            #expect(gone.status == 204, "\(gone.text)")
            #expect(try await carol.end() == 4203)
        }
    }
}
