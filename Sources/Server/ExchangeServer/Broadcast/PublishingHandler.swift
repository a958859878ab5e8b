internal import Broadcast
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import WireJSON

/// Serves the requests of applications' servers on one connection, each at once and in order, until a request for the
/// API comes: client pools send any request on any connection. From then on the API serves the connection.
final class PublishingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let broadcast: BroadcastServer
    private let idleWait: TimeAmount
    private let handOver: () -> Void
    private var hasHandedOver = false
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isTooLarge = false
    private var heardAt = NIODeadline.now()

    /// - Parameter handOver: adds the API behind this handler.
    init(broadcast: BroadcastServer, idleWait: Duration, handOver: @escaping () -> Void) {
        self.broadcast = broadcast
        self.handOver = handOver
        self.idleWait = TimeAmount(idleWait)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        waitForIdleness(context.channel)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where !BroadcastAddress.isRequest(head.uri):
            // All earlier requests are answered, as each is answered once it is complete.
            hasHandedOver = true
            handOver()
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
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
        let reply =
            isTooLarge ? PublishingReply.tooLarge : PublishingAPI.reply(to: head.method, head.uri, body, broadcast)
        // A client that keeps asking without reading answers is disconnected.
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

    /// Closes a connection that is idle for too long, or whose request takes too long.
    private func waitForIdleness(_ channel: any Channel) {
        let task = channel.eventLoop.assumeIsolated().scheduleTask(deadline: heardAt + idleWait) { [weak self] in
            guard let self, channel.isActive, !hasHandedOver else { return }
            if NIODeadline.now() - heardAt >= idleWait {
                channel.close(promise: nil)
            } else {
                waitForIdleness(channel)
            }
        }
        _ = task
    }
}

/// Selects the handler of a connection by its first request.
///
/// Publishing is by far the most frequent request: a plain handler answers it in a quarter of the time.
final class FirstRequestRouter: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let serve: (HTTPRequestHead) -> Void

    /// - Parameter serve: adds the connection's handlers behind this one.
    init(_ serve: @escaping (HTTPRequestHead) -> Void) {
        self.serve = serve
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return refuseUpgrade(context) }
        serve(head)
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    /// Only the end of a refused upgrade request is passed on.
    private func refuseUpgrade(_ context: ChannelHandlerContext) {
        let reply = PublishingReply.problem(.badRequest, "This address is no WebSocket; ask without an upgrade.")
        reply.write(isLast: true, version: .http1_1, to: context)
    }
}

/// Answers requests of applications' servers on a connection that the API serves.
struct PublishingRoute: Sendable {
    let broadcast: NIOLoopBound<BroadcastServer>
    let eventLoop: any EventLoop

    /// Returns nil when the request is for the API.
    func reply(to request: Request) async throws -> Response? {
        let uri = request.head.path ?? ""
        guard BroadcastAddress.isRequest(uri) else { return nil }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: BroadcastLimits.messageBytesMax)
        } catch is NIOTooManyBytesError {
            return PublishingReply.tooLarge.response
        }
        let (broadcast, method) = (broadcast, HTTPMethod(rawValue: request.method.rawValue))
        let reply = try await eventLoop.submit {
            broadcast.value.isEmpty ? nil : PublishingAPI.reply(to: method, uri, body, broadcast.value)
        }.get()
        return reply?.response ?? Problem(.notFound, "There is no such address.").response
    }
}

/// The answer to a request of an application's server.
struct PublishingReply {
    let status: HTTPResponseStatus
    let type: String
    let body: [UInt8]

    private init(status: HTTPResponseStatus, type: String, body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// The default answer.
    static let done = PublishingReply(status: .ok, type: "application/json", body: Array("{}".utf8))

    static let tooLarge = problem(.contentTooLarge, "A request has 10,000 bytes at most.")

    static func json(_ object: JSONObject) -> PublishingReply {
        PublishingReply(status: .ok, type: "application/json", body: JSONWriter.bytes(of: .object(object)))
    }

    static func problem(_ status: HTTPResponse.Status, _ detail: String) -> PublishingReply {
        PublishingReply(
            status: HTTPResponseStatus(statusCode: status.code), type: Problem.contentType,
            body: Problem(status, detail).body)
    }

    /// The reply as a response of the API.
    var response: Response {
        Response(
            status: HTTPResponse.Status(code: Int(status.code)), headers: [.contentType: type],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// - Parameter isLast: whether the connection is closed afterward.
    func write(isLast: Bool, version: HTTPVersion, to context: ChannelHandlerContext) {
        var headers = HTTPHeaders([("Content-Type", type), ("Content-Length", String(body.count))])
        if isLast { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: version, status: status, headers: headers)
        context.write(Self.part(.head(head)), promise: nil)
        context.write(Self.part(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        let written = isLast ? context.eventLoop.makePromise(of: Void.self) : nil
        let channel = context.channel
        written?.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(Self.part(.end(nil)), promise: written)
    }

    private static func part(_ part: HTTPServerResponsePart) -> NIOAny { NIOAny(part) }
}
