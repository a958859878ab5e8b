import NIOCore
import NIOPosix
import Synchronization

/// The address phones know while one exchange after another stands behind it, as behind a proxy.
///
/// An exchange that listened again where the former did could find its port taken: by another test, or by the former's
/// own socket, of which a process another test starts in the same moment may hold a copy.
final class StandingPort: Sendable {
    let port: Int
    private let listener: any Channel
    private let exchange: Exchange

    private final class Exchange: Sendable {
        let port = Mutex<Int?>(nil)
    }

    private init(_ listener: any Channel, port: Int, _ exchange: Exchange) {
        (self.listener, self.port, self.exchange) = (listener, port, exchange)
    }

    /// Listens. Connections are refused until an exchange stands behind it.
    static func open() async throws -> StandingPort {
        let exchange = Exchange()
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in connect(client, to: exchange.port.withLock { $0 }) }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = listener.localAddress?.port else { throw ChannelError.unknownLocalAddress }
        return StandingPort(listener, port: port, exchange)
    }

    /// Forwards new connections to the exchange that listens on this port; nil refuses them.
    func leads(to port: Int?) { exchange.port.withLock { $0 = port } }

    func close() async throws { try await listener.close() }

    private static func connect(_ client: any Channel, to port: Int?) -> EventLoopFuture<Void> {
        guard let port else { return client.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel) }
        return ClientBootstrap(group: client.eventLoop)
            .channelOption(.autoRead, value: false)
            .channelInitializer { exchange in
                exchange.eventLoop.makeCompletedFuture {
                    try client.pipeline.syncOperations.addHandler(Forwarder(to: exchange))
                    try exchange.pipeline.syncOperations.addHandler(Forwarder(to: client))
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .flatMap { exchange in
                exchange.setOption(.autoRead, value: true).and(client.setOption(.autoRead, value: true)).map { _ in }
            }
    }

    /// Gives what one side sends to the other, and the end of one to the other.
    private final class Forwarder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let other: any Channel

        init(to other: any Channel) { self.other = other }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            other.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            other.close(promise: nil)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
