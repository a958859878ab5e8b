import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket server on a free loopback port that hands every frame to a closure.
struct WebSocketTestServer {
    typealias Script = @Sendable (WebSocketFrame, any Channel) -> Void

    let port: Int
    /// Target of each upgrade request, in order.
    let requests: AsyncStream<HTTPRequestHead>
    let opened: AsyncStream<any Channel>
    private let channel: any Channel

    /// - Parameter greeting: a text the server says by itself, in the packet in which it agrees to the upgrade.
    static func start(
        tls: NIOSSLContext? = nil, upgrades: Bool = true, greeting: String? = nil,
        script: @escaping Script = { _, _ in }
    ) async throws -> Self {
        let (requests, request) = AsyncStream<HTTPRequestHead>.makeStream()
        let (opened, open) = AsyncStream<any Channel>.makeStream()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    if let tls { try child.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    if greeting != nil { try child.pipeline.syncOperations.addHandler(OnePacketHandler()) }
                    let upgrader = NIOWebSocketServerUpgrader(
                        shouldUpgrade: { channel, head in
                            request.yield(head)
                            return channel.eventLoop.makeSucceededFuture(upgrades ? [:] : nil)
                        },
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try channel.pipeline.syncOperations.addHandler(ScriptHandler(script: script))
                                open.yield(channel)
                                if let greeting { write(.text, greeting, to: channel) }
                            }
                        })
                    try child.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: { $0.pipeline.syncOperations.removeHandler(name: "404", promise: nil) }
                        ))
                    try child.pipeline.syncOperations.addHandler(NotFoundHandler(), name: "404")
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return Self(port: channel.localAddress?.port ?? 0, requests: requests, opened: opened, channel: channel)
    }

    func stop() async throws { try await channel.close() }

    static func write(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true, to channel: any Channel) {
        let frame = WebSocketFrame(fin: fin, opcode: opcode, data: channel.allocator.buffer(string: text))
        channel.writeAndFlush(frame, promise: nil)
    }
}

private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    let script: WebSocketTestServer.Script
    init(script: @escaping WebSocketTestServer.Script) { self.script = script }
    func channelRead(context: ChannelHandlerContext, data: NIOAny) { script(unwrapInboundIn(data), context.channel) }
}

/// Holds back written bytes until the first frame is written.
private final class OnePacketHandler: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private var held = ByteBuffer()
    private var isComplete = false

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var part = unwrapOutboundIn(data)
        isComplete = isComplete || part.getInteger(at: part.readerIndex) == UInt8(0x81)
        held.writeBuffer(&part)
        promise?.succeed()
    }

    func flush(context: ChannelHandlerContext) {
        guard isComplete else { return }
        context.writeAndFlush(wrapOutboundOut(held), promise: nil)
        held.clear()
    }
}

/// Answers requests that were not upgraded.
private final class NotFoundHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .notFound, headers: ["Content-Length": "0"])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
