internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL

/// A port on which HTTP/1.1 requests are answered.
struct HTTPListener: Sendable {
    private static let backlog: Int32 = 1_024

    private let channel: any Channel

    /// - Parameters:
    ///   - respond: called on an event loop for each complete request.
    static func start(
        host: String, port: Int, tls: NIOSSLContext?, on group: MultiThreadedEventLoopGroup, clock: StandinClock,
        respond: @escaping @Sendable (StandinRequest) -> StandinAnswer
    ) async throws -> HTTPListener {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: true)
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

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async {
        try? await channel.close()
    }
}
