import NIOCore
import NIOPosix

/// A connection that publishes at a server somebody else wrote; what it answers is passed over. On its event loop only.
final class PeerPublisher: ChannelInboundHandler, EventPublisher {
    typealias InboundIn = ByteBuffer

    private let peer: BroadcastPeer
    private var channel: (any Channel)?

    init(at peer: BroadcastPeer) { self.peer = peer }

    func connect(port: Int, on loop: any EventLoop, failed: @escaping (BenchError) -> Void) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(host: "127.0.0.1", port: port).map { bound.value.channel = $0 }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func publish(_ data: String) {
        let text = peer.publication.before + EventStream.message(data) + peer.publication.after
        channel?.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    func close() { channel?.close(promise: nil) }
}
