internal import NIOCore
internal import NIOHTTP1

/// Collects one request after the other, asks for the answer and writes it.
final class HTTPExchangeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The largest body. The largest honest one is an APNs payload or a Call Control command of some kilobytes.
    private static let bodyByteCountMax = 1 << 20

    private let clock: StandinClock
    private let respond: @Sendable (StandinRequest) -> StandinAnswer
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(clock: StandinClock, respond: @escaping @Sendable (StandinRequest) -> StandinAnswer) {
        self.clock = clock
        self.respond = respond
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let part):
            guard body.count + part.readableBytes <= Self.bodyByteCountMax else { return context.close(promise: nil) }
            body.append(contentsOf: part.readableBytesView)
        case .end:
            guard let head else { return }
            self.head = nil
            answer(respond(request(head)), keepAlive: head.isKeepAlive, version: head.version, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func request(_ head: HTTPRequestHead) -> StandinRequest {
        let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return StandinRequest(
            method: head.method.rawValue, path: parts.first.map(String.init) ?? "/",
            query: parts.count > 1 ? String(parts[1]) : "",
            headers: head.headers.map { StandinHeader($0.name.lowercased(), $0.value) }, body: body)
    }

    private func answer(
        _ answer: StandinAnswer, keepAlive: Bool, version: HTTPVersion, _ context: ChannelHandlerContext
    ) {
        switch answer.telling {
        case .never: return
        case .cutConnection: context.close(promise: nil)
        case .atOnce: write(answer.response, keepAlive: keepAlive, version: version, context)
        case .late(let time):
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .nanoseconds(clock.real(time).wholeNanoseconds)) {
                let (handler, context) = bound.value
                handler.write(answer.response, keepAlive: keepAlive, version: version, context)
            }
        }
    }

    private func write(
        _ response: StandinResponse, keepAlive: Bool, version: HTTPVersion, _ context: ChannelHandlerContext
    ) {
        guard context.channel.isActive else { return }
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.replaceOrAdd(name: "content-length", value: "\(response.body.count)")
        if !keepAlive { headers.replaceOrAdd(name: "connection", value: "close") }
        let head = HTTPResponseHead(
            version: version, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if !response.body.isEmpty {
            context.write(
                wrapOutboundOut(.body(.byteBuffer(context.channel.allocator.buffer(bytes: response.body)))),
                promise: nil)
        }
        let end = context.eventLoop.makePromise(of: Void.self)
        if !keepAlive {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            end.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
    }
}
