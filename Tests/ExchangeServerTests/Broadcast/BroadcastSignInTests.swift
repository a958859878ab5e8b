import Broadcast
import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// F10: Pusher's clients sign in as their user.
@Suite(.timeLimit(.minutes(5))) struct BroadcastSignInTests {
    private func ask(
        _ server: ExchangeServer, _ socket: SocketID, _ authorization: String?, asJSON: Bool = false
    ) async throws -> TestHTTP.Reply {
        let body = asJSON ? #"{"socket_id":"\#(socket)"}"# : "socket_id=\(socket)"
        return try await TestHTTP.ask(
            server, .POST, "/broadcasting/user-auth", authorization: authorization, body: body,
            headers: asJSON ? [("Content-Type", "application/json")] : [])
    }

    private func signIn(_ client: TestClient, _ answer: JSONObject) async throws -> JSONObject {
        client.send(["event": "pusher:signin", "data": .object(answer)])
        return try await client.event("pusher:signin_success")
    }

    @Test func `F10: a client that signs in receives its user's messages, and is closed with the user's connections`()
        async throws
    {
        try await BroadcastScene.run { scene in
            let (client, socket) = try await scene.connect()
            let answer = try await ask(scene.server, socket, TestHTTP.basic("bob", "bob-secret"))
            #expect(answer.status == 200)
            let said = try await signIn(client, answer.object)
            #expect(said["user_data"] == answer.object["user_data"])
            let who = try #require(try said["user_data"]?.string.map { try JSONParser.parse(text: $0) }?.object)
            #expect(who["id"] == "bob")
            #expect(who["user_info"]?.object?["name"] != nil)

            let channel = ChannelName.ofSignedIn("bob")
            client.send(["event": "pusher:subscribe", "data": ["auth": "", "channel": .string(channel)]])
            _ = try await client.event("pusher_internal:subscription_succeeded")
            #expect(try await scene.publish("greeting", to: channel).status == 200)
            #expect(try await client.message()["event"] == "greeting")

            #expect(try await scene.ask(.POST, "users/bob/terminate_connections", body: "{}").status == 200)
            #expect(try await client.errorCode() == 4009)
            #expect(try await client.end() == 4009)
        }
    }

    @Test func `F10: only who proves to be a user is signed in, as that user, on that connection`() async throws {
        try await BroadcastScene.run { scene in
            let (client, socket) = try await scene.connect()
            let (other, _) = try await scene.connect()
            #expect(try await ask(scene.server, socket, nil).status == 401)
            #expect(try await ask(scene.server, socket, TestHTTP.basic("bob", "wrong")).status == 401)
            #expect(try await ask(scene.server, socket, TestHTTP.bearer(TestExchange.token)).status == 403)
            let none = try await TestHTTP.ask(
                scene.server, .POST, "/broadcasting/user-auth", authorization: TestHTTP.basic("bob", "bob-secret"),
                body: "socket_id=none")
            #expect(none.status == 422)
            let answer = try await ask(scene.server, socket, TestHTTP.basic("bob", "bob-secret"), asJSON: true)
            other.send(["event": "pusher:signin", "data": .object(answer.object)])
            #expect(try await other.errorCode() == 4009)
            var forged = answer.object
            forged["user_data"] = #"{"id":"alice"}"#
            client.send(["event": "pusher:signin", "data": .object(forged)])
            #expect(try await client.errorCode() == 4009)
            let wish: JSONObject = [
                "socket_id": .string("\(socket)"), "channel_name": .string("#server-to-user-bob"),
            ]
            let bob = TestHTTP.basic("bob", "bob-secret")
            #expect(try await BroadcastScene.askAuth(scene.server, wish, bob).status == 403)
        }
    }

    @Test func `F10: a user who is deleted is signed in no longer`() async throws {
        try await BroadcastScene.run { scene in
            let admin = TestHTTP.bearer(TestExchange.token)
            let body = #"{"name":"carol","password":"carol-secret"}"#
            let made = try await TestHTTP.ask(scene.server, .POST, "/api/users", authorization: admin, body: body)
            #expect(made.status == 201, "\(made.text)")
            let (carol, socket) = try await scene.connect()
            let answer = try await ask(scene.server, socket, TestHTTP.basic("carol", "carol-secret"))
            _ = try await signIn(carol, answer.object)
            let gone = try await TestHTTP.ask(scene.server, .DELETE, "/api/users/carol", authorization: admin)
            #expect(gone.status == 204, "\(gone.text)")
            #expect(try await carol.end() == 4203)
        }
    }
}
