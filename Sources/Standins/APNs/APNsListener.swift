internal import NIOCore
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL
internal import NIOTLS
internal import Synchronization

/// The port of the push service. It requires TLS 1.2 or later, and HTTP/2 agreed by ALPN.
struct APNsListener: Sendable {
    private static let backlog: Int32 = 1_024
    /// The most control frames. A real client sends few PINGs and SETTINGS; benchmarks send more.
    private static let controlFramesMax = 10_000
    /// The flow-control window of a connection in bytes, larger than HTTP/2's 64 KiB for thousands of pushes.
    private static let connectionWindow = 1 << 20

    private let channel: any Channel

    static func start(
        host: String, port: Int, tls: NIOSSLContext, apnsHost: APNsHost, on group: MultiThreadedEventLoopGroup
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
                            agreed(result, channel, number: counter.next(), apnsHost: apnsHost)
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

    /// Sets up a connection, or closes it if the client did not agree to HTTP/2.
    private static func agreed(
        _ result: ALPNResult, _ channel: any Channel, number: Int, apnsHost: APNsHost
    ) -> EventLoopFuture<Void> {
        guard case .negotiated("h2") = result else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            let connection = NIOLoopBound(
                APNsStandinConnection(number: number, channel: channel), eventLoop: channel.eventLoop)
            channel.closeFuture.whenComplete { _ in apnsHost.with { machine, _ in machine.closed(number) } }
            try channel.pipeline.syncOperations.addHandlers([
                handler(on: channel.eventLoop) { stream in
                    stream.eventLoop.makeCompletedFuture {
                        try stream.pipeline.syncOperations.addHandler(
                            APNsStreamHandler(apnsHost: apnsHost, connection: connection.value))
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

/// One connection to the stand-in. Isolation: its event loop.
final class APNsStandinConnection {
    /// The time between GOAWAY and the close, in which the client can read the frames.
    private static let goAwayGrace: TimeAmount = .milliseconds(200)

    let number: Int
    private let channel: any Channel
    private(set) var openStreams = 0

    init(number: Int, channel: any Channel) {
        self.number = number
        self.channel = channel
    }

    func opened() { openStreams += 1 }
    func closed() { openStreams -= 1 }

    /// Announces the number of streams that the client may have from now on.
    func announce(streams: Int) {
        write(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])))
    }

    /// Sends a GOAWAY with this last stream, then closes the connection.
    func goAway(last: HTTP2StreamID, body: [UInt8]) {
        let data = channel.allocator.buffer(bytes: body)
        write(.goAway(lastStreamID: last, errorCode: .noError, opaqueData: data))
        channel.eventLoop.scheduleTask(in: Self.goAwayGrace) { [channel] in channel.close(promise: nil) }
    }

    func cut() {
        channel.close(promise: nil)
    }

    /// Reads nothing for this time, so that the client's flow-control window fills and its PINGs stay unanswered.
    func stopReading(for time: TimeAmount) {
        let options = channel.syncOptions
        try? options?.setOption(.autoRead, value: false)
        channel.eventLoop.scheduleTask(in: time) { [channel] in
            try? channel.syncOptions?.setOption(.autoRead, value: true)
            channel.read()
        }
    }

    private func write(_ payload: HTTP2Frame.FramePayload) {
        channel.pipeline.syncOperations.writeAndFlush(
            NIOAny(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
    }
}

/// Drops frames that belong to no stream, and closes a connection on an error.
final class ConnectionCloser: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Numbers connections from 1.
final class ConnectionCounter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
