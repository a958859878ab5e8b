package import NIOCore

/// Closes a connection that has not asked for anything when the exchange stops: pools of clients open connections ahead
/// of need, and nobody behind this handler is there yet to let them go.
package final class UnusedConnectionCloser: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}
