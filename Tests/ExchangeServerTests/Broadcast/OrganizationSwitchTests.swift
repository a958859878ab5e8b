import Broadcast
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Channels of organizations made through the API, and calls of devices that move between them.
@Suite(.timeLimit(.minutes(5))) struct OrganizationSwitchTests {
    /// Moves the phone to an organization; returns its credential there.
    private func move(
        _ app: AccountClient, to organization: String
    ) async throws -> (login: String, password: String) {
        let reply = try await app.ask(
            .POST, "/api/voip/switch-org", #"{"target_organization_id":"\#(organization)"}"#)
        try #require(reply.status == 200)
        return (
            try #require(reply.object["sip_username"]?.string), try #require(reply.object["sip_password"]?.string)
        )
    }

    private func watch(
        _ scene: BroadcastScene, _ organization: String, _ authorization: String
    ) async throws -> TestClient? {
        let (client, socket) = try await scene.connect()
        let channel = "private-organization.\(organization)"
        let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
        let answer = try await BroadcastScene.askAuth(scene.server, wish, authorization)
        guard answer.status == 200 else { return nil }
        client.send([
            "event": "pusher:subscribe",
            "data": ["channel": .string(channel), "auth": answer.object["auth"] ?? .null],
        ])
        _ = try await client.event("pusher_internal:subscription_succeeded")
        return client
    }

    /// The organizations of all changes until one says a state.
    private func organizations(
        _ dashboard: TestClient, until isLast: (JSONObject) -> Bool
    ) async throws -> Set<JSONValue> {
        var all: Set<JSONValue> = []
        while true {
            let change = try await dashboard.event("call_state_changed")
            all.insert(change["organization_id"] ?? .null)
            if isLast(change) { return all }
        }
    }

    @Test func `a call stays in the organisation it began in when its device moves on`() async throws {
        try await BroadcastScene.run { scene in
            for id in ["acme", "other"] {
                let body = #"{"id":"\#(id)","name":"Org \#(id)","owner":"bob"}"#
                let made = try await TestHTTP.ask(
                    scene.server, .POST, "/api/organizations", authorization: TestHTTP.bearer(TestExchange.token),
                    body: body)
                #expect(made.status == 201)
            }
            let app = try await AccountClient.logIn(scene.server, as: "bob")
            let acme = try #require(try await watch(scene, "acme", TestHTTP.bearer(app.access)))
            let other = try #require(try await watch(scene, "other", TestHTTP.bearer(app.access)))
            #expect(try await watch(scene, "acme", "Basic YWxpY2U6YWxpY2Utc2VjcmV0") == nil, "alice is no member")

            let phone = try await TestClient.connect(to: scene.server)
            let alice = try await TestClient.connect(to: scene.server)
            let first = try await move(app, to: "acme")
            try await phone.logIn(
                .freeSwitch, as: first.login, password: first.password, session: "p", keepsHold: true)
            try await alice.logIn(
                .freeSwitch, as: "alice", password: "alice-secret", session: "a", keepsHold: true)
            _ = try await phone.dial("alice", callID: "c", .freeSwitch)
            let leg = try #require(try await alice.told("verto.invite")["callID"]?.string)
            alice.answer(leg, .freeSwitch)
            _ = try await phone.told("verto.answer")

            let second = try await move(app, to: "other")
            let moved = try await TestClient.connect(to: scene.server)
            try await moved.logIn(.freeSwitch, as: second.login, password: second.password, session: "q")
            _ = try await phone.told("verto.display")
            phone.modify("c", "hold", .freeSwitch)
            #expect(try await organizations(acme) { $0["state"] == "held" } == ["acme"])
            phone.bye("c", .freeSwitch)
            #expect(try await organizations(acme, until: FeedListener.isEnd) == ["acme"])

            _ = try await moved.dial("alice", callID: "d", .freeSwitch)
            moved.bye("d", .freeSwitch)
            #expect(try await organizations(other, until: FeedListener.isEnd) == ["other"])
        }
    }
}
