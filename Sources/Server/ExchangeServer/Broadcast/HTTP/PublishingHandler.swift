internal import Broadcast
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Serves the requests of applications' servers on one connection, each at once and in order, until one comes that is for
/// the API: pools of clients send any request on any connection. From then on the API serves them all.
final class PublishingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let station: BroadcastStation
    private let idleWait: TimeAmount
    private let handOver: () -> Void
    private var hasHandedOver = false
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isTooLarge = false
    private var heardAt = NIODeadline.now()

    /// - Parameter handOver: adds the API behind this handler.
    init(station: BroadcastStation, idleWait: Duration, handOver: @escaping () -> Void) {
        self.station = station
        self.handOver = handOver
        self.idleWait = TimeAmount(idleWait)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        waitForIdleness(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where !BroadcastAddress.isRequest(head.uri):
            // All before it is answered: that is done as soon as a request is whole.
            hasHandedOver = true
            handOver()
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        case .head(let head):
            self.head = head
            body = ByteBuffer()
            isTooLarge = false
            heardAt = .now()
        case .body(var part):
            isTooLarge = isTooLarge || body.readableBytes + part.readableBytes > BroadcastLimits.messageBytesMax
            if !isTooLarge { body.writeBuffer(&part) }
        case .end:
            guard let head = head.take() else { return }
            answer(head, context)
        }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let reply =
            isTooLarge ? PublishingReply.tooLarge : PublishingAPI.reply(to: head.method, head.uri, body, station)
        // Whoever asks again and again and reads no answer is cut.
        let isLast = !head.isKeepAlive || isTooLarge || !context.channel.isWritable
        reply.write(isLast: isLast, version: head.version, to: context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent where head == nil: context.close(promise: nil)
        case let event as NIOCore.ChannelEvent where event == .inputClosed: context.close(promise: nil)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Closes a connection on which no request came for a while, or one that takes too long.
    private func waitForIdleness(_ channel: any Channel) {
        let task = channel.eventLoop.assumeIsolated().scheduleTask(deadline: heardAt + idleWait) { [weak self] in
            guard let self, channel.isActive, !hasHandedOver else { return }
            if NIODeadline.now() - heardAt >= idleWait {
                channel.close(promise: nil)
            } else {
                waitForIdleness(channel)
            }
        }
        _ = task
    }
}
