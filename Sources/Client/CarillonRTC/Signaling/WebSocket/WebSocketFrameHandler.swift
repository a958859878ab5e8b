internal import NIOCore
internal import NIOWebSocket

/// Hands the frames of an upgraded connection to its link.
final class WebSocketFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        link.received(unwrapInboundIn(data), on: context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { link.end(SignalingClosure(error)) }
}
