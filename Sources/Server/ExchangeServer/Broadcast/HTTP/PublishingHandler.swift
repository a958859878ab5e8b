internal import Broadcast
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Serves the requests of applications' servers on one connection, each at once and in order.
final class PublishingHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let station: BroadcastStation
    private let idleWait: TimeAmount
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isTooLarge = false
    private var heardAt = NIODeadline.now()

    init(station: BroadcastStation, idleWait: Duration) {
        self.station = station
        self.idleWait = TimeAmount(idleWait)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        waitForIdleness(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
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
        let reply = isTooLarge ? PublishingReply.tooLarge : PublishingAPI.reply(to: head, body, station)
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
            guard let self, channel.isActive else { return }
            if NIODeadline.now() - heardAt >= idleWait {
                channel.close(promise: nil)
            } else {
                waitForIdleness(channel)
            }
        }
        _ = task
    }
}
