import ExchangeServer
import Foundation
import NIOCore
import NIOPosix

/// Publishes events to a channel without listeners over several connections, each as soon as the one before was
/// answered (closed loop). Used on one event loop only.
final class PublishLoad {
    private let port: Int
    private let loop: any EventLoop
    private let total: Int
    private var begun = 0
    private var ended = 0
    private let done: EventLoopPromise<Void>
    private var sockets: [PublisherSocket] = []
    private var startedAt: [NIODeadline] = []
    /// The time from request to response of each publication.
    private(set) var milliseconds: [Double] = []

    init(port: Int, on loop: any EventLoop, total: Int) {
        self.port = port
        self.loop = loop
        self.total = total
        done = loop.makePromise(of: Void.self)
        milliseconds.reserveCapacity(total)
    }

    func run(publishers: Int) -> EventLoopFuture<Void> {
        let load = NIOLoopBound(self, eventLoop: loop)
        startedAt = Array(repeating: .now(), count: publishers)
        sockets = (0..<publishers).map { index in
            PublisherSocket(to: "nowhere") { load.value.answered(index) }
        }
        let connected = sockets.map { $0.connect(port: port, on: loop) { load.value.done.fail($0) } }
        EventLoopFuture.andAllSucceed(connected, on: loop).whenComplete { result in
            if case .failure(let error) = result { return load.value.done.fail(error) }
            for index in load.value.sockets.indices { load.value.publish(on: index) }
        }
        return done.futureResult
    }

    private func publish(on index: Int) {
        guard begun < total else { return }
        begun += 1
        startedAt[index] = .now()
        sockets[index].publish("unread")
    }

    private func answered(_ index: Int) {
        milliseconds.append(Double((NIODeadline.now() - startedAt[index]).nanoseconds) / 1e6)
        ended += 1
        if ended == total {
            for socket in sockets { socket.close() }
            return done.succeed()
        }
        publish(on: index)
    }
}

/// A connection that publishes to the exchange with signed requests and counts the responses. Used on its event loop
/// only.
final class PublisherSocket: ChannelInboundHandler, EventPublisher {
    typealias InboundIn = ByteBuffer

    private static let signature = BroadcastSignature(BroadcastBenchmark.app)

    private var context: ChannelHandlerContext?
    private let channel: String
    private let answered: () -> Void
    private var failed: (BenchError) -> Void = { _ in }

    /// - Parameters:
    ///   - channel: the channel to publish on.
    ///   - answered: called after each response.
    init(to channel: String, answered: @escaping () -> Void = {}) {
        self.channel = channel
        self.answered = answered
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func close() { context?.close(promise: nil) }

    func publish(_ data: String) {
        let body = #"{"name":"tick","channel":"\#(channel)","data":"\#(data)"}"#
        let digest = RequestSignatureCheck.digest(of: ByteBuffer(string: body))
        let path = "/apps/\(BroadcastBenchmark.app.id)/events"
        let query =
            "auth_key=\(BroadcastBenchmark.app.key)&auth_timestamp=\(Int(Date().timeIntervalSince1970))"
            + "&auth_version=1.0&body_md5=\(digest)"
        let code = PublisherSocket.signature.text(of: "POST\n\(path)\n\(query)")
        let request =
            "POST \(path)?\(query)&auth_signature=\(code) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        context?.writeAndFlush(NIOAny(ByteBuffer(string: request)), promise: nil)
    }

    /// Counts responses by `{`: the body is `{}` and the head has no brace, so each response has exactly one.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data).readableBytesView
        for byte in bytes where byte == UInt8(ascii: "{") { answered() }
        if bytes.starts(with: "HTTP/1.1 4".utf8) { failed(BenchError("the exchange refused an event")) }
    }

    func connect(port: Int, on loop: any EventLoop, failed: @escaping (BenchError) -> Void) -> EventLoopFuture<Void> {
        self.failed = failed
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(host: "127.0.0.1", port: port).map { _ in }
    }
}
