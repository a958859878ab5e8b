import ExchangeServer
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(5))) struct MalformedRequestTests {
    /// Sends bytes and returns what comes back until the exchange closes; nil when it keeps the connection.
    private func answer(to request: String, from server: ExchangeServer) async throws -> String? {
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let isCutHere = client.channel.eventLoop.scheduleTask(in: FrameStream.patience) {
            client.channel.close(promise: nil)
        }
        defer { isCutHere.cancel() }
        return try await client.executeThenClose { inbound, outbound in
            let started = NIODeadline.now()
            try await outbound.write(ByteBuffer(string: request))
            var received = ""
            for try await part in inbound { received += String(buffer: part) }
            return NIODeadline.now() - started < FrameStream.patience ? received : nil
        }
    }

    @Test(arguments: ["\u{16}\u{3}\u{1} no HTTP\r\n\r\n", "GET /metrics HTTP/1.1\r\nHost : x\u{0}\r\n\r\n"])
    func `bytes that are no HTTP are answered with 400 and the connection closed`(_ request: String) async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let reply = try #require(try await answer(to: request, from: server))
            #expect(reply.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(reply.lowercased().contains("connection: close\r\n"))
        }
    }

    @Test func `bytes that are no HTTP after a request close the connection as well`() async throws {
        try await TestExchange.run({ $0.limits.requestWait = .seconds(300) }) { server in
            let request = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n\u{16}\u{3}\u{1} no HTTP\r\n\r\n"
            _ = try #require(try await answer(to: request, from: server))
        }
    }
}
