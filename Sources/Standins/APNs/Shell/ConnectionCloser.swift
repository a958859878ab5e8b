internal import NIOCore
internal import NIOHTTP2

/// Takes what the streams do not take, and ends a connection on which something is wrong.
final class ConnectionCloser: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
