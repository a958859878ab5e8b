package import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// A port that answers HTTP/1.1 requests.
package struct HTTPListener: Sendable {
    private static let backlog: Int32 = 1_024

    private let channel: any Channel

    /// Listens without TLS, for a page of a tool.
    package static func start(
        host: String, port: Int, on group: any EventLoopGroup, sockets: [any WebSocketOwner],
        respond: @escaping @Sendable (StandinRequest) -> StandinResponse
    ) async throws -> HTTPListener {
        try await start(host: host, port: port, tls: nil, on: group, clock: StandinClock(), sockets: sockets) {
            StandinAnswer(respond($0))
        }
    }

    /// - Parameters:
    ///   - sockets: the owners of the port's WebSockets; empty to accept none.
    ///   - respond: called on an event loop for each complete request.
    static func start(
        host: String, port: Int, tls: NIOSSLContext?, on group: any EventLoopGroup, clock: StandinClock,
        sockets: [any WebSocketOwner] = [], respond: @escaping @Sendable (StandinRequest) -> StandinAnswer
    ) async throws -> HTTPListener {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try configure(channel, sockets)
                    try channel.pipeline.syncOperations.addHandler(
                        HTTPExchangeHandler(clock: clock, respond: respond))
                }
            }
        do {
            return HTTPListener(channel: try await bootstrap.bind(host: host, port: port).get())
        } catch {
            throw StandinFailure(listening: host, port, error)
        }
    }

    /// Configures the pipeline. An upgrade to WebSocket removes the handler of requests.
    private static func configure(_ channel: any Channel, _ sockets: [any WebSocketOwner]) throws {
        guard !sockets.isEmpty else {
            return try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
        }
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [WebSocketUpgrade.make(for: sockets)],
                completionHandler: { context in
                    let pipeline = context.pipeline.syncOperations
                    guard let found = try? pipeline.context(handlerType: HTTPExchangeHandler.self) else { return }
                    pipeline.removeHandler(context: found, promise: nil)
                }
            ), withErrorHandling: true)
    }

    package var port: Int { channel.localAddress?.port ?? 0 }

    package func stop() async {
        try? await channel.close()
    }
}

/// Collects one request after the other, gets its answer, and writes it.
final class HTTPExchangeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The largest body in bytes; real ones have a few kilobytes.
    private static let bodyByteCountMax = 1 << 20

    private let clock: StandinClock
    private let respond: @Sendable (StandinRequest) -> StandinAnswer
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(clock: StandinClock, respond: @escaping @Sendable (StandinRequest) -> StandinAnswer) {
        self.clock = clock
        self.respond = respond
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let part):
            guard body.count + part.readableBytes <= Self.bodyByteCountMax else { return context.close(promise: nil) }
            body.append(contentsOf: part.readableBytesView)
        case .end:
            guard let head else { return }
            self.head = nil
            answer(
                respond(StandinRequest(head, body: body)), keepAlive: head.isKeepAlive, version: head.version, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(
        _ answer: StandinAnswer, keepAlive: Bool, version: HTTPVersion, _ context: ChannelHandlerContext
    ) {
        switch answer.delivery {
        case .never: return
        case .cutConnection: context.close(promise: nil)
        case .atOnce: write(answer.response, keepAlive: keepAlive, version: version, context)
        case .late(let time):
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .nanoseconds(clock.real(time).wholeNanoseconds)) {
                let (handler, context) = bound.value
                handler.write(answer.response, keepAlive: keepAlive, version: version, context)
            }
        }
    }

    private func write(
        _ response: StandinResponse, keepAlive: Bool, version: HTTPVersion, _ context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "content-length", value: "\(response.body.count)")
        if !keepAlive { headers.replaceOrAdd(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: version, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !response.body.isEmpty {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))),
                promise: nil)
        }
        let end = context.eventLoop.makePromise(of: Void.self)
        if !keepAlive {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            end.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
    }
}

extension StandinRequest {
    init(_ head: HTTPRequestHead, body: [UInt8]) {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            method: head.method.rawValue, path: parts.first.map(String.init) ?? "/",
            query: parts.count > 1 ? String(parts[1]) : "",
            headers: head.headers.map { StandinHeader($0.name.lowercased(), $0.value) }, body: body)
    }
}
