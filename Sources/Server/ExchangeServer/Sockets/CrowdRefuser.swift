internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1

/// Answers the one request of a connection from an address that has too many with 429, and closes.
final class CrowdRefuser: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long such a connection may take for its request: long enough for a slow link, as it holds a place.
    static let requestWait = TimeAmount.seconds(5)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let problem = Problem(.tooManyRequests, "There are too many connections from this address; close some.")
        let body = problem.body
        let headers: HTTPHeaders = [
            "Content-Type": Problem.contentType, "Content-Length": String(body.count), "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .tooManyRequests, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
