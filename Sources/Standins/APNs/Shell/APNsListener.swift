internal import NIOCore
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
internal import Synchronization

/// The port of the push service: TLS 1.2 or later, and HTTP/2 agreed on in the handshake or nothing.
struct APNsListener: Sendable {
    private static let backlog: Int32 = 1_024
    /// A PING or SETTINGS now and then is all an honest client sends; benches send more of them.
    private static let controlFramesMax = 10_000
    /// What may be under way to the stand-in on one connection. Larger than HTTP/2's 64 KiB, for thousands of pushes.
    private static let connectionWindow = 1 << 20

    private let channel: any Channel

    static func start(
        host: String, port: Int, tls: NIOSSLContext, desk: APNsDesk, on group: MultiThreadedEventLoopGroup
    ) async throws -> APNsListener {
        let counter = ConnectionCounter()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: backlog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: tls),
                        ApplicationProtocolNegotiationHandler { result, channel in
                            agreed(result, channel, number: counter.next(), desk: desk)
                        },
                    ])
                }
            }
        do {
            return APNsListener(channel: try await bootstrap.bind(host: host, port: port).get())
        } catch {
            throw StandinFailure(listening: host, port, error)
        }
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async {
        try? await channel.close()
    }

    /// Who did not ask for HTTP/2 is not served.
    private static func agreed(
        _ result: ALPNResult, _ channel: any Channel, number: Int, desk: APNsDesk
    ) -> EventLoopFuture<Void> {
        guard case .negotiated("h2") = result else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            let connection = NIOLoopBound(
                APNsConnection(number: number, channel: channel), eventLoop: channel.eventLoop)
            channel.closeFuture.whenComplete { _ in desk.with { machine, _ in machine.closed(number) } }
            try channel.pipeline.syncOperations.addHandlers([
                handler(on: channel.eventLoop) { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandler(
                            APNsStreamHandler(desk: desk, connection: connection.value))
                    }
                },
                ConnectionCloser(),
            ])
        }
    }

    private static func handler(
        on loop: any EventLoop, _ stream: @escaping NIOChannelInitializer
    ) -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: APNsConfiguration.streamsBeforeToken),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 8_000),
        ]
        connection.targetWindowSize = connectionWindow
        connection.controlFrameRateLimit.maximumCount = controlFramesMax
        return NIOHTTP2Handler(
            mode: .server, eventLoop: loop, connectionConfiguration: connection, inboundStreamInitializer: stream)
    }
}
