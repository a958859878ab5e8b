import NIOCore

/// One listener at a server somebody else wrote: it reads no more of a message than its length.
final class PeerListener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let peer: BroadcastPeer
    private let crowd: ListenerCrowd
    private let isSampled: Bool
    private var ready: EventLoopPromise<Void>?
    private var rest = RestBuffer()

    init(at peer: BroadcastPeer, of crowd: ListenerCrowd, isSampled: Bool, ready: EventLoopPromise<Void>) {
        self.peer = peer
        self.crowd = crowd
        self.isSampled = isSampled
        self.ready = ready
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(ByteBuffer(string: peer.opening)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ready?.fail(BenchError("\(peer.name) closed a listener's connection"))
        ready = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = rest.joined(unwrapInboundIn(data))
        guard ready == nil else { return welcomed(buffer) }
        while takeHeartbeat(&buffer, context) || takeMessage(&buffer) {}
        rest.keep(buffer)
        crowd.counted?()
    }

    private func takeMessage(_ buffer: inout ByteBuffer) -> Bool {
        let (before, after) = (peer.frame.before.utf8.count, peer.frame.after.utf8.count)
        guard buffer.readableBytes >= before + EventStream.messageBytes + after else { return false }
        buffer.moveReaderIndex(forwardBy: before)
        crowd.received += 1
        if isSampled, let moment = EventStream.moment(in: buffer) { crowd.sampled?(moment) }
        buffer.moveReaderIndex(forwardBy: EventStream.messageBytes + after)
        return true
    }

    private func takeHeartbeat(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        guard let heartbeat = peer.heartbeat, buffer.readableBytesView.starts(with: heartbeat.asks.utf8) else {
            return false
        }
        buffer.moveReaderIndex(forwardBy: heartbeat.asks.utf8.count)
        context.writeAndFlush(NIOAny(ByteBuffer(string: heartbeat.answer)), promise: nil)
        return true
    }

    private func welcomed(_ said: ByteBuffer) {
        guard String(buffer: said).hasSuffix(peer.ready) else { return rest.keep(said) }
        ready?.succeed()
        ready = nil
    }
}
