import CarillonRTC
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@Suite(.timeLimit(.minutes(5))) struct WebSocketTransportTests {
    @Test func `frames go both ways in order and the target of the URL arrives as given`() async throws {
        let server = try await WebSocketTestServer.start { frame, channel in
            if frame.opcode == .text {
                WebSocketTestServer.write(.text, "echo " + String(buffer: frame.unmaskedData), to: channel)
            }
        }
        let connection = try open(server, "/edge?canary=1")
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        for word in ["one", "two", "three"] { connection.send(Array(word.utf8)) }
        for word in ["one", "two", "three"] { #expect(await events.next() == .text(Array("echo \(word)".utf8))) }
        var requests = server.requests.makeAsyncIterator()
        #expect(await requests.next()?.uri == "/edge?canary=1")
        connection.close()
        #expect(await events.next() == .closed(.local))
        #expect(await events.next() == nil)
        try await server.stop()
    }

    @Test func `a message in the packet of the upgrade is received`() async throws {
        let server = try await WebSocketTestServer.start(greeting: "welcome")
        let connection = try open(server)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        #expect(await events.next() == .text(Array("welcome".utf8)))
        connection.close()
        try await server.stop()
    }

    @Test func `a ping is answered with its own data and fragments are joined`() async throws {
        let server = try await WebSocketTestServer.start { frame, channel in
            switch frame.opcode {
            case .text: WebSocketTestServer.write(.ping, "beat", to: channel)
            case .pong:
                WebSocketTestServer.write(.text, "pong=" + String(buffer: frame.unmaskedData), fin: false, to: channel)
                WebSocketTestServer.write(.continuation, "!", to: channel)
            default: break
            }
        }
        let connection = try open(server)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        connection.send(Array("go".utf8))
        #expect(await events.next() == .text(Array("pong=beat!".utf8)))
        connection.close()
        try await server.stop()
    }

    @Test func `the server's close code is reported`() async throws {
        let server = try await WebSocketTestServer.start { _, channel in
            var code = channel.allocator.buffer(capacity: 2)
            code.writeInteger(UInt16(1001))
            channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: code), promise: nil)
        }
        let connection = try open(server)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        connection.send(Array("x".utf8))
        #expect(await events.next() == .closed(.remote(code: 1001)))
        try await server.stop()
    }

    @Test func `a server that goes away, even by half, ends the connection`() async throws {
        let server = try await WebSocketTestServer.start { _, channel in channel.close(mode: .output, promise: nil) }
        let connection = try open(server)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        connection.send(Array("x".utf8))
        #expect(await events.next() == .closed(.remote(code: nil)))
        try await server.stop()
    }

    @Test(arguments: [(200, WebSocketOpcode.text), (10, .binary)])
    func `an oversized or binary frame ends the connection`(count: Int, opcode: WebSocketOpcode) async throws {
        let server = try await WebSocketTestServer.start { _, channel in
            WebSocketTestServer.write(opcode, String(repeating: "x", count: count), to: channel)
        }
        var configuration = WebSocketTransport.Configuration()
        configuration.messageBytesMax = 100
        let connection = try open(server, configuration: configuration)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        connection.send(Array("x".utf8))
        #expect(await events.next()?.closureKind == "protocolViolation")
        try await server.stop()
    }

    @Test func `a server that refuses a WebSocket is reported with its status`() async throws {
        let server = try await WebSocketTestServer.start(upgrades: false)
        let connection = try open(server)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .closed(.upgradeRefused(status: 404)))
        try await server.stop()
    }

    @Test func `a server that accepts and says nothing is given up after the dial limit`() async throws {
        let silent = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(
            host: "127.0.0.1", port: 0
        ).get()
        var configuration = WebSocketTransport.Configuration()
        configuration.dialTimeLimit = .milliseconds(50)
        let url = try SignalingURL("ws://127.0.0.1:\(silent.localAddress?.port ?? 0)/")
        var events = WebSocketTransport(configuration).open(url).events.makeAsyncIterator()
        #expect(await events.next() == .closed(.dialTimedOut))
        try await silent.close()
    }

    @Test func `a missing server is reported as unreachable`() async throws {
        // A port that a server has just left may be that of another test's by now, so this one is never reused.
        var events = WebSocketTransport().open(try SignalingURL("ws://127.0.0.1:1/")).events.makeAsyncIterator()
        #expect(await events.next()?.closureKind == "unreachable")
    }

    @Test func `TLS is verified: unknown certificates are refused, given trust roots are taken`() async throws {
        let server = try await WebSocketTestServer.start(tls: TestCertificate.serverContext()) { _, channel in
            WebSocketTestServer.write(.text, "safe", to: channel)
        }
        var refused = try open(server, scheme: "wss").events.makeAsyncIterator()
        #expect(await refused.next()?.closureKind == "untrusted")

        var configuration = WebSocketTransport.Configuration()
        configuration.trustRoots = [TestCertificate.certificate]
        for host in ["localhost", "127.0.0.1"] {
            let connection = try open(server, scheme: "wss", host: host, configuration: configuration)
            var events = connection.events.makeAsyncIterator()
            #expect(await events.next() == .opened)
            connection.send(Array("x".utf8))
            #expect(await events.next() == .text(Array("safe".utf8)))
            connection.close()
        }
        try await server.stop()
    }

    @Test func `a peer that does not read costs no more than the bound`() async throws {
        let server = try await WebSocketTestServer.start()
        var configuration = WebSocketTransport.Configuration()
        configuration.outboundBytesMax = 1_000
        let connection = try open(server, configuration: configuration)
        var events = connection.events.makeAsyncIterator()
        #expect(await events.next() == .opened)
        connection.send([UInt8](repeating: 0x20, count: 1_001))
        #expect(await events.next() == .closed(.outboundOverflow))
        try await server.stop()
    }

    private func open(
        _ server: WebSocketTestServer, _ target: String = "/", scheme: String = "ws", host: String = "127.0.0.1",
        configuration: WebSocketTransport.Configuration = WebSocketTransport.Configuration()
    ) throws -> any SignalingConnection {
        WebSocketTransport(configuration).open(try SignalingURL("\(scheme)://\(host):\(server.port)\(target)"))
    }
}

extension SocketEvent {
    /// The name of a closure's case, whatever its details.
    fileprivate var closureKind: String? {
        guard case .closed(let closure) = self else { return nil }
        return String(describing: Mirror(reflecting: closure).children.first?.label ?? "\(closure)")
    }
}
