internal import NIOCore

/// Hears the end of the channel, and the errors before the upgrade, such as a certificate that was refused.
final class ConnectionLossHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelInactive(context: ChannelHandlerContext) {
        link.lost(context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { link.failed(error, on: context.channel) }
}
