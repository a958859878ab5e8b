import ExchangeServer
import NIOCore
import NIOPosix

/// A TCP connection that sends exactly the bytes a test gives it.
struct RawConnection {
    /// Sends text and returns all that comes back until the exchange closes; nil when it keeps the connection.
    static func answer(to request: String, from server: ExchangeServer) async throws -> String? {
        try await run(server) { inbound, outbound in
            try await outbound.write(ByteBuffer(string: request))
            return try await text(inbound)
        }
    }

    /// Sends a beginning, then one byte after another for as long as the exchange listens; returns what came back
    /// before it closed, nil when it never did.
    static func trickle(
        _ beginning: String, then byte: String, to server: ExchangeServer
    ) async throws -> String? {
        try await run(server, then: byte) { inbound, outbound in
            try await outbound.write(ByteBuffer(string: beginning))
            return try await text(inbound)
        }
    }

    private static func text(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> String {
        var received = ""
        // A connection that is cut while it is written to is closed as well.
        do {
            for try await part in inbound { received += String(buffer: part) }
        } catch is IOError {}
        return received
    }

    private static func run(
        _ server: ExchangeServer, then byte: String? = nil,
        _ body:
            @escaping @Sendable (
                NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>
            ) async throws -> String?
    ) async throws -> String? {
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let isCutHere = client.channel.eventLoop.scheduleTask(in: FrameStream.patience) {
            client.channel.close(promise: nil)
        }
        let channel = client.channel
        // Steadily, so that any single byte would come in time.
        let trickle = byte.map { byte in
            channel.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(20), delay: .milliseconds(20)) { _ in
                channel.writeAndFlush(ByteBuffer(string: byte), promise: nil)
            }
        }
        defer {
            isCutHere.cancel()
            trickle?.cancel()
        }
        let started = NIODeadline.now()
        do {
            let received = try await client.executeThenClose { inbound, outbound in try await body(inbound, outbound) }
            return NIODeadline.now() - started < FrameStream.patience ? received : nil
        } catch is ChannelError where NIODeadline.now() - started < FrameStream.patience {
            return ""
        }
    }
}
