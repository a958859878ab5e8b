internal import NIOCore
internal import NIOHTTP1

/// Closes a connection on which something came that is no HTTP, once the 400 written before it reaches here is out.
///
/// Without it such a connection would hold its place until the wait for a request is over.
final class MalformedRequestCloser: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if error is HTTPParserError { context.close(promise: nil) }
    }
}
