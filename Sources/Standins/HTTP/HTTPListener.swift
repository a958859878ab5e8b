internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// A port on which HTTP/1.1 requests are answered.
struct HTTPListener: Sendable {
    private static let backlog: Int32 = 1_024

    private let channel: any Channel

    /// - Parameters:
    ///   - sockets: takes the WebSockets of the port; nil: there are none.
    ///   - respond: called on an event loop for each complete request.
    static func start(
        host: String, port: Int, tls: NIOSSLContext?, on group: MultiThreadedEventLoopGroup, clock: StandinClock,
        sockets: (any WebSocketOwner)? = nil, respond: @escaping @Sendable (StandinRequest) -> StandinAnswer
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

    /// A connection that becomes a WebSocket has no use for what answers requests.
    private static func configure(_ channel: any Channel, _ sockets: (any WebSocketOwner)?) throws {
        guard let sockets else {
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

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async {
        try? await channel.close()
    }
}
