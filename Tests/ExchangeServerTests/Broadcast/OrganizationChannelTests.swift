import Broadcast
import ExchangeCore
import ExchangeServer
import Foundation
import Redaction
import Testing
import WireJSON

/// Channels of organizations, which the exchange itself lets its users into.
@Suite(.timeLimit(.minutes(5))) struct OrganizationChannelTests {
    /// alice and bob are in one organization, carol in another.
    private func run(_ body: (BroadcastScene) async throws -> Void) async throws {
        try await BroadcastScene.run {
            $0.calling.allowsAcrossOrganizations = true
            $0.users[0].organizations = ["acme"]
            $0.users[1].organizations = ["acme", "side"]
            $0.users.append(
                UserEntry(
                    name: "carol", password: PasswordHash(password: Redacted("carol-secret")),
                    organizations: ["umbrella"]))
        } _: {
            try await body($0)
        }
    }

    private func basic(_ user: String) -> String {
        "Basic " + Data("\(user):\(user)-secret".utf8).base64EncodedString()
    }

    private func auth(
        _ scene: BroadcastScene, _ socket: SocketID, _ channel: String, _ authorization: String
    ) async throws -> TestHTTP.Reply {
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
        return try await BroadcastScene.askAuth(scene.server, wish, authorization)
    }

    /// Connects and joins a channel as a user, as Pusher's clients do it.
    private func join(
        _ scene: BroadcastScene, _ channel: String, as user: String
    ) async throws -> (client: TestClient, callEvent: JSONObject) {
        let (client, socket) = try await scene.connect()
        let answer = try await auth(scene, socket, channel, basic(user))
        try #require(answer.status == 200)
        var data = answer.object
        data["channel"] = .string(channel)
        client.send(["event": "pusher:subscribe", "data": .object(data)])
        return (client, try await client.event("pusher_internal:subscription_succeeded"))
    }

    @Test func `only members hear of their organization's calls`() async throws {
        try await run { scene in
            let dashboard = try await join(scene, "private-organization.acme", as: "bob").client
            let stranger = try await join(scene, "private-organization.umbrella", as: "carol").client
            let alice = try await TestClient.connect(to: scene.server)
            let carol = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            try await carol.logIn(.freeSwitch, as: "carol", password: "carol-secret", session: "c")
            // Whom she calls is in another organization: the call is that of who began it.
            _ = try await alice.dial("carol", callID: "c", .freeSwitch)
            alice.bye("c", .freeSwitch)
            var states: [String] = []
            while true {
                let change = try await dashboard.event("call_state_changed")
                #expect(change["organization_id"] == "acme")
                states.append(change["state"]?.string ?? "")
                if FeedListener.isEnd(change) { break }
            }
            #expect(states.first == "ringing" && states.count >= 4)
            stranger.send(["event": "pusher:ping"])
            _ = try await stranger.event("pusher:pong")
        }
    }

    @Test func `who is no member is let in nowhere, and told of no organisation whether it is there`() async throws {
        try await run { scene in
            let (_, socket) = try await scene.connect()
            let foreign = try await auth(scene, socket, "private-organization.acme", basic("carol"))
            let unknown = try await auth(scene, socket, "private-organization.stranger", basic("carol"))
            #expect(foreign.status == 403)
            #expect(foreign.status == unknown.status && foreign.text == unknown.text)
            for channel in [
                "presence-organization.acme", "private-organization.=61cme", "private-organization.",
                "private-cache-organization.acme", "presence-user.carol", "organization.umbrella",
            ] {
                #expect(try await auth(scene, socket, channel, basic("carol")).status == 403, "\(channel)")
            }
            let token = TestHTTP.bearer(TestExchange.token)
            #expect(try await auth(scene, socket, "private-organization.acme", token).status == 200)
            #expect(try await auth(scene, socket, "presence-organization.acme", token).status == 403)
        }
    }

    @Test func `members see each other come and go, each once however many sockets`() async throws {
        try await run { scene in
            let channel = "presence-organization.acme"
            let (alice, alone) = try await join(scene, channel, as: "alice")
            #expect(alone["presence"]?.object?["ids"] == ["alice"])
            let (bob, both) = try await join(scene, channel, as: "bob")
            #expect(both["presence"]?.object?["ids"] == ["alice", "bob"])
            #expect(both["presence"]?.object?["hash"]?.object?["alice"] == ["name": "User alice"])
            let (again, _) = try await join(scene, channel, as: "bob")
            let came = try await alice.event("pusher_internal:member_added")
            #expect(came == ["user_id": "bob", "user_info": ["name": "User bob"]])
            await bob.close()
            await again.close()
            // The second socket and the first one's end were no news.
            #expect(try await alice.event("pusher_internal:member_removed") == ["user_id": "bob"])
        }
    }

    @Test func `a user cannot be present as another`() async throws {
        try await run { scene in
            let (client, socket) = try await scene.connect()
            let channel = "presence-organization.acme"
            let auth = try await auth(scene, socket, channel, basic("alice")).object["auth"] ?? .null
            client.send([
                "event": "pusher:subscribe",
                "data": ["channel": .string(channel), "auth": auth, "channel_data": #"{"user_id":"bob"}"#],
            ])
            #expect(try await client.errorCode() == 4009)
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 60)])
    func `an organisation whose channels could have no name is refused`(name: String) throws {
        let text = "users: [{name: a, password: secret-of-a, organization: [acme, \"\(name)\"]}]"
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.description.contains("organization"))
        let good = try ConfigurationFile.parse(
            "users: [{name: a, password: secret-of-a, organization: acme}]", file: "t")
        #expect(good.users[0].organizations == ["acme"])
    }
}
