import Broadcast
import ExchangeServer
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct ListenerTests {
    @Test func `a client with an unknown key gets an error and is closed`() async throws {
        try await BroadcastScene.run { scene in
            let client = try await TestClient.connect(to: scene.server, path: "/app/unknown")
            #expect(try await client.errorCode() == 4001)
            #expect(try await client.end() == 4001)
        }
    }

    @Test func `a wrong signature is refused and the socket stays`() async throws {
        try await BroadcastScene.run { scene in
            let (client, socket) = try await scene.connect()
            client.send(["event": "pusher:subscribe", "data": ["channel": "private-a", "auth": "wrong:00"]])
            #expect(try await client.errorCode() == 4009)
            client.send(text: "no message")
            #expect(try await client.errorCode() == 4200)
            try await scene.listen(client, socket, to: "private-a")
        }
    }

    @Test func `a listener that comes back gets the events it missed`() async throws {
        try await BroadcastScene.run { scene in
            let (first, firstSocket) = try await scene.connect()
            scene.subscribe(first, firstSocket, to: "private-a", since: 0)
            _ = try await first.event("carillon:snapshot")
            let begin = try #require(
                try await first.event("pusher_internal:subscription_succeeded")["version"]?.integer)
            _ = try await scene.publish("one", to: "private-a")
            #expect(try await first.message()["version"]?.integer == begin + 1)
            await first.close()
            for name in ["two", "three"] { _ = try await scene.publish(name, to: "private-a") }

            let (again, againSocket) = try await scene.connect()
            scene.subscribe(again, againSocket, to: "private-a", since: begin + 1)
            #expect(try await again.message()["event"] == "two")
            #expect(try await again.message()["event"] == "three")
            #expect(
                try await again.event("pusher_internal:subscription_succeeded")
                    == ["version": .integer(begin + 3), "replayed": 2])
        }
    }

    @Test func `a listener that does not read is cut, and others do not notice`() async throws {
        try await BroadcastScene.run {
            $0.limits.outboundBytes = 64 * 1024
        } _: { scene in
            let (slow, slowSocket) = try await scene.connect(receiveBuffer: 4_096)
            let (quick, quickSocket) = try await scene.connect()
            try await scene.listen(slow, slowSocket, to: "private-a")
            try await scene.listen(quick, quickSocket, to: "private-a")
            try await slow.stopReading()
            let data = String(repeating: "d", count: 9_000)
            var connections: Int64? = 2
            var sent = 0
            // on purpose: publishing is the load, which ends when the listener is cut
            while connections == 2, sent < 5_000 {
                _ = try await scene.publish("x", to: "private-a", data: data)
                sent += 1
                #expect(try await quick.message()["event"] == "x")
                connections = try await scene.ask(.GET, "connections").object["connections"]?.integer
            }
            #expect(connections == 1)
        }
    }

    @Test func `a frame a client may not send ends the socket`() async throws {
        try await BroadcastScene.run { scene in
            let (binary, _) = try await scene.connect()
            binary.write(WebSocketFrame(fin: true, opcode: .binary, maskKey: .random(), data: ByteBuffer(string: "b")))
            #expect(try await binary.end() == 1003)
            let (large, _) = try await scene.connect()
            large.send(text: String(repeating: "x", count: 10_001))
            #expect(try await large.end() == 1009)
            let (unmasked, _) = try await scene.connect()
            unmasked.write(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "{}")))
            #expect(try await unmasked.end() == 1002)
            #expect(try await scene.ask(.GET, "connections").object == ["connections": 0])
        }
    }

    @Test func `a user is let into the user's own channel only`() async throws {
        try await BroadcastScene.run { scene in
            let (client, socket) = try await scene.connect()
            func ask(_ channel: String, _ credentials: String?) async throws -> TestHTTP.Reply {
                let wish: JSONObject = ["socket_id": .string("\(socket)"), "channel_name": .string(channel)]
                return try await BroadcastScene.askAuth(scene.server, wish, credentials)
            }
            let alice = "Basic YWxpY2U6YWxpY2Utc2VjcmV0"
            let own = try await ask("private-user.alice", alice)
            #expect(own.status == 200)
            #expect(try await ask("private-user.bob", alice).status == 403)
            #expect(try await ask("private-user.alice", nil).status == 401)
            #expect(try await ask("private-user.bob", TestHTTP.bearer(TestExchange.token)).status == 200)
            #expect(try await ask("presence-a", TestHTTP.bearer(TestExchange.token)).status == 403)
            client.send([
                "event": "pusher:subscribe",
                "data": ["channel": "private-user.alice", "auth": own.object["auth"] ?? .null],
            ])
            _ = try await client.event("pusher_internal:subscription_succeeded")
        }
    }

    @Test func `an exchange that stops sends listeners to come back at once`() async throws {
        try await BroadcastScene.run { scene in
            let (client, _) = try await scene.connect()
            async let stopped: Void = scene.server.stop()
            #expect(try await client.end() == 4200)
            await stopped
        }
    }
}
