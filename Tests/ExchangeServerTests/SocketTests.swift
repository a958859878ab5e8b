import ExchangeServer
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct SocketTests {
    @Test func `a frame beyond the limit closes the socket with 1009`() async throws {
        try await TestExchange.run({ $0.limits.messageBytes = 8_192 }) { server in
            let phone = try await TestClient.connect(to: server)
            phone.send(text: String(repeating: "x", count: 8_193))
            #expect(try await phone.end() == 1009)
        }
    }

    @Test func `fragments beyond the limit close the socket with 1009`() async throws {
        try await TestExchange.run({ $0.limits.messageBytes = 8_192 }) { server in
            let phone = try await TestClient.connect(to: server)
            let part = ByteBuffer(repeating: UInt8(ascii: "x"), count: 3_000)
            phone.write(WebSocketFrame(fin: false, opcode: .text, maskKey: .random(), data: part))
            phone.write(WebSocketFrame(fin: false, opcode: .continuation, maskKey: .random(), data: part))
            phone.write(WebSocketFrame(fin: true, opcode: .continuation, maskKey: .random(), data: part))
            #expect(try await phone.end() == 1009)
        }
    }

    @Test func `a truncated message is answered with an error and harms nothing else`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.send(text: #"{"jsonrpc":"2.0","id":1,"method":"verto.pi"#)
            let failure = try await phone.failure(of: .null)
            #expect(failure.code == -32600)
            try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s")
        }
    }

    @Test(arguments: [
        Array(#"{"jsonrpc":"2.0","id":1,"method":"verto.ping","params":{"a":""#.utf8) + [0xC3, 0x28]
            + Array(#""}}"#.utf8),
        [0xFF], Array("#SPB".utf8) + [0xE2, 0x82],
    ])
    func `a text that is not UTF-8 closes the socket with 1007 and is not answered`(_ bytes: [UInt8]) async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            let half = bytes.count / 2
            phone.write(
                WebSocketFrame(
                    fin: false, opcode: .text, maskKey: .random(), data: ByteBuffer(bytes: bytes.prefix(half))))
            phone.write(
                WebSocketFrame(
                    fin: true, opcode: .continuation, maskKey: .random(), data: ByteBuffer(bytes: bytes.dropFirst(half))
                ))
            guard case .close(1007)? = await phone.stream.next() else {
                throw TestFailure(description: "1007 was awaited before anything else")
            }
        }
    }

    @Test func `a character cut in two by fragments is whole again`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            let text = Array(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":"é"}}"#.utf8)
            let cut = text.count - 4
            phone.write(
                WebSocketFrame(
                    fin: false, opcode: .text, maskKey: .random(), data: ByteBuffer(bytes: text.prefix(cut))))
            phone.write(
                WebSocketFrame(
                    fin: true, opcode: .continuation, maskKey: .random(), data: ByteBuffer(bytes: text.dropFirst(cut))))
            #expect(try await phone.message()["error"]?.object?["code"] != -32600)
        }
    }

    @Test func `a frame cut off by the end of the connection is no message`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s")
            try await phone.sendRaw([0x81, 0xFE, 0x01, 0x00, 1, 2, 3, 4, 5])
            await phone.close()
            let other = try await TestClient.connect(to: server)
            try await other.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s2")
            let metrics = try await TestHTTP.ask(server, "/metrics").text
            #expect(!metrics.contains("carillon_refusals_total{reason=\"unreadable frame\"}"))
        }
    }

    @Test func `a message in fragments with a ping between them is one message`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s")
            let text = Array(#"{"jsonrpc":"2.0","id":5,"method":"verto.ping","params":{}}"#.utf8)
            phone.write(
                WebSocketFrame(fin: false, opcode: .text, maskKey: .random(), data: ByteBuffer(bytes: text.prefix(20))))
            phone.write(WebSocketFrame(fin: true, opcode: .ping, maskKey: .random(), data: ByteBuffer(string: "here?")))
            guard case .pong("here?")? = await phone.stream.next() else { throw TestFailure(description: "no pong") }
            phone.write(
                WebSocketFrame(
                    fin: true, opcode: .continuation, maskKey: .random(), data: ByteBuffer(bytes: text.dropFirst(20))))
            #expect(try await phone.result(of: 5)["message"] == "PONG")
        }
    }

    @Test(arguments: [(WebSocketOpcode.binary, UInt16(1003)), (.continuation, 1002)])
    func `a frame that has no place here closes the socket`(_ opcode: WebSocketOpcode, _ code: UInt16) async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.write(WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: ByteBuffer(string: "{}")))
            #expect(try await phone.end() == code)
        }
    }

    @Test(arguments: [WebSocketOpcode.text, .ping, .connectionClose])
    func `a frame without a mask closes the socket with 1002 and is not acted on`(
        _ opcode: WebSocketOpcode
    ) async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            let text = #"{"jsonrpc":"2.0","id":1,"method":"verto.ping"}"#
            let payload = opcode == .text ? ByteBuffer(string: text) : ByteBuffer(bytes: [0x0F, 0xA0])
            phone.write(WebSocketFrame(fin: true, opcode: opcode, maskKey: nil, data: payload))
            guard case .close(1002)? = await phone.stream.next() else {
                throw TestFailure(description: "1002 was awaited before anything else")
            }
        }
    }

    @Test func `a masked frame without payload is allowed`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.write(WebSocketFrame(fin: true, opcode: .ping, maskKey: .random(), data: ByteBuffer()))
            guard case .pong("")? = await phone.stream.next() else { throw TestFailure(description: "no pong") }
        }
    }

    @Test func `a close frame is answered with its code`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.write(
                WebSocketFrame(
                    fin: true, opcode: .connectionClose, maskKey: .random(), data: ByteBuffer(bytes: [0x0F, 0xA0])))
            #expect(try await phone.end() == 4000)
        }
    }

    @Test func `a client that closes only its sending side is gone`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s")
            try await phone.channel.close(mode: .output).get()
            #expect(try await phone.end() == nil)
        }
    }

    @Test func `speed test frames of the old client are passed over`() async throws {
        try await TestExchange.run { server in
            let phone = try await TestClient.connect(to: server)
            phone.send(text: "#SPU 10")
            phone.send(text: "#SPBxxxxxxxxxx")
            phone.send(text: "#SPE")
            try await phone.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "s")
            let metrics = try await TestHTTP.ask(server, "/metrics").text
            #expect(metrics.contains("carillon_refusals_total{reason=\"speed test\"} 3\n"))
        }
    }

    @Test func `any path speaks Verto but those of the API`() async throws {
        try await TestExchange.run { server in
            for path in ["/", "/ws?voice_sdk_id=x", "/some/where"] {
                let phone = try await TestClient.connect(to: server, path: path)
                try await phone.logIn(.telnyx, as: "alice", password: "alice-secret", session: "s-\(path)")
            }
            await #expect(throws: (any Error).self) { _ = try await TestClient.connect(to: server, path: "/api/users") }
        }
    }

    @Test func `an upgrade of an address that is no WebSocket is refused with the reason`() async throws {
        try await TestExchange.run { server in
            let reply = try await TestHTTP.ask(
                server, .GET, "/api/users",
                headers: [
                    ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
                    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
                ])
            #expect(reply.status == 400)
            #expect(reply.object["detail"] == "This address is no WebSocket; ask without an upgrade.")
        }
    }

    @Test func `a client that stops reading is disconnected, and no other is affected`() async throws {
        try await TestExchange.run({
            $0.limits.outboundBytes = 65_536
            $0.limits.requestsPerSecond = 1_000_000
        }) { server in
            let deaf = try await TestClient.connect(to: server, receiveBuffer: 4_096)
            try await deaf.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "deaf")
            let other = try await TestClient.connect(to: server)
            try await other.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "other")
            try await deaf.stopReading()
            let filling = String(repeating: "x", count: 50_000)
            // The kernel takes some megabytes before anything piles up in the exchange.
            for _ in 0..<400 { deaf.request(1, "echo", ["text": .string(filling)]) }
            other.request(2, "verto.ping", [:])
            #expect(try await other.result(of: 2)["message"] == "PONG")
            try await server.until {
                try await TestHTTP.ask(server, "/metrics").text
                    .contains(#"carillon_sockets_closed_total{reason="slow_consumer"} 1"#) ? () : nil
            }
            other.request(3, "verto.ping", [:])
            #expect(try await other.result(of: 3)["message"] == "PONG")
        }
    }

    @Test func `connections beyond the limit are closed and counted`() async throws {
        try await TestExchange.run({ $0.limits.connections = 2 }) { server in
            let first = try await TestClient.connect(to: server)
            try await first.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            let second = try await TestClient.connect(to: server)
            await #expect(throws: (any Error).self) { _ = try await TestClient.connect(to: server) }
            try await second.leave()
            let metrics = try await TestHTTP.ask(server, "/metrics").text
            #expect(metrics.contains("\ncarillon_connections_refused_total{limit=\"connections\"} 1\n"))
        }
    }
}
