import ExchangeServer
import Foundation
import NIOCore
import NIOPosix

/// A connection that publishes: signed requests out, answers counted. On its event loop only.
final class PublisherSocket: ChannelInboundHandler, EventPublisher {
    typealias InboundIn = ByteBuffer

    private static let signature = BroadcastSignature(BroadcastBenchmark.app)

    private var context: ChannelHandlerContext?
    private let channel: String
    private let answered: () -> Void
    private var failed: (BenchError) -> Void = { _ in }

    /// - Parameters:
    ///   - channel: where it publishes.
    ///   - answered: told after each answer.
    init(to channel: String, answered: @escaping () -> Void = {}) {
        self.channel = channel
        self.answered = answered
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func close() { context?.close(promise: nil) }

    func publish(_ data: String) {
        let body = #"{"name":"tick","channel":"\#(channel)","data":"\#(data)"}"#
        let digest = RequestProof.digest(of: ByteBuffer(string: body))
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

    /// The head ends with a line of its own, the body is `{}`: an answer has exactly one `{`.
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
