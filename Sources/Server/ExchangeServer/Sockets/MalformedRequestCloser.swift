internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Closes a connection on which something came that is no HTTP, or a request that could be taken for another one:
/// with 400, and without a word where an earlier request still waits for its answer.
///
/// Without it such a connection would hold its place until the wait for a request is over.
final class MalformedRequestCloser: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var unanswered = 0
    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let fault = RequestHeadFault(head) { return refuse(fault, context) }
        unanswered += 1
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if error is HTTPParserError { context.close(promise: nil) }
    }

    private func refuse(_ fault: RequestHeadFault, _ context: ChannelHandlerContext) {
        isClosing = true
        guard unanswered == 0 else { return context.close(promise: nil) }
        PublishingReply.problem(.badRequest, fault.rawValue).write(isLast: true, version: .http1_1, to: context)
    }
}
