internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose request has not come whole in time, however steadily it trickles in.
final class RequestDeadline: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart

    private let wait: TimeAmount
    private var deadline: Scheduled<Void>?

    init(wait: TimeAmount) {
        self.wait = wait
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: start(context.channel)
        case .body: break
        case .end: stop()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private func start(_ channel: any Channel) {
        stop()
        deadline = channel.eventLoop.scheduleTask(in: wait) { channel.close(promise: nil) }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
