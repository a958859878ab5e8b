import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import WireJSON

/// An exchange that answers what a test says: for answers that the real one gives seldom, or never.
final class ScriptedServer: Sendable {
    /// The requests to it.
    struct Request: Sendable {
        let path: String
        let body: JSONObject
    }

    struct Answer: Sendable {
        var status: HTTPResponseStatus
        var body: JSONObject = [:]
        /// Whether it waits until ``release()``.
        var isHeld = false
    }

    private struct State {
        var answers: [String: Answer] = [:]
        var asked: [Request] = []
        var held: [EventLoopPromise<Void>] = []
    }

    private let state = Mutex(State())
    private let (arrivals, arrival) = AsyncStream.makeStream(of: String.self)
    private let channel = Mutex<(any Channel)?>(nil)

    /// Listens on a free port of the loopback interface. It does not know any path yet.
    static func start() async throws -> ScriptedServer {
        let exchange = ScriptedServer()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { [exchange] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(RequestHandler(exchange))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        exchange.channel.withLock { $0 = channel }
        return exchange
    }

    var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }

    /// The requests to a path, in order.
    func asked(_ path: String) -> [JSONObject] {
        state.withLock { $0.asked.filter { $0.path == path }.map(\.body) }
    }

    /// From now on a path is answered so.
    func answers(_ path: String, _ status: HTTPResponseStatus, _ body: JSONObject = [:], isHeld: Bool = false) {
        state.withLock { $0.answers[path] = Answer(status: status, body: body, isHeld: isHeld) }
    }

    /// Returns when a path is asked for that was not before.
    func isAsked(_ path: String) async {
        for await arrived in arrivals where arrived == path { return }
    }

    /// Gives the answers that are held.
    func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for promise in held { promise.succeed() }
    }

    func stop() async { try? await channel.withLock { $0 }?.close() }

    /// The answer to a request, as soon as it may be given.
    fileprivate func answer(to request: Request, on loop: any EventLoop) -> EventLoopFuture<Answer> {
        let gate = loop.makePromise(of: Void.self)
        let answer = state.withLock { state in
            state.asked.append(request)
            let answer = state.answers[request.path] ?? Answer(status: .notFound)
            if answer.isHeld { state.held.append(gate) }
            return answer
        }
        if !answer.isHeld { gate.succeed() }
        arrival.yield(request.path)
        return gate.futureResult.map { answer }
    }
}

/// Isolation: the event loop of its channel.
private final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let exchange: ScriptedServer
    private var path = ""
    private var body: [UInt8] = []

    init(_ exchange: ScriptedServer) {
        self.exchange = exchange
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): path = String(head.uri.dropFirst())
        case .body(let buffer): body += Array(buffer.readableBytesView)
        case .end:
            let document = (try? JSONParser.parse(body))?.object ?? [:]
            body = []
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            exchange.answer(to: ScriptedServer.Request(path: path, body: document), on: context.eventLoop)
                .whenSuccess { answer in bound.value.0.write(answer, to: bound.value.1) }
        }
    }

    private func write(_ answer: ScriptedServer.Answer, to context: ChannelHandlerContext) {
        let bytes = JSONWriter.bytes(of: .object(answer.body))
        let headers: HTTPHeaders = ["content-type": "application/json", "content-length": "\(bytes.count)"]
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers))),
            promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
