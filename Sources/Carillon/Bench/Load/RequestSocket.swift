import NIOCore
import NIOPosix

/// A connection over which HTTP requests go, one at a time; what it measures is the exchange, so of an answer it reads the
/// status and the length. On its event loop only.
final class RequestSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let lengthField = Array("content-length:".utf8)

    private var context: ChannelHandlerContext?
    private var answered: ((Int) -> Void)?
    private var pending = ByteBuffer()

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    /// The connection is gone: whoever waits is told of status 0.
    func channelInactive(context: ChannelHandlerContext) { finish(0) }

    func close() { context?.close(promise: nil) }

    /// - Parameter answered: told the status once the whole answer is there.
    func ask(_ request: ByteBuffer, answered: @escaping (Int) -> Void) {
        self.answered = answered
        context?.writeAndFlush(NIOAny(request), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        pending.writeBuffer(&buffer)
        guard let (status, length) = RequestSocket.answer(in: pending.readableBytesView),
            pending.readableBytes >= length
        else { return }
        pending.clear()
        finish(status)
    }

    private func finish(_ status: Int) {
        let told = answered.take()
        told?(status)
    }

    /// Status and whole length of the answer, once its head is there.
    private static func answer(in bytes: ByteBufferView) -> (status: Int, length: Int)? {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).makeIterator()
        guard let first = lines.next(), first.count > 12, let status = number(first.dropFirst(9).prefix(3)) else {
            return nil
        }
        var body = 0
        while let line = lines.next() {
            if line.elementsEqual([UInt8(ascii: "\r")]) { return (status, line.endIndex + 1 - bytes.startIndex + body) }
            let name = line.prefix(lengthField.count).map { $0 | 0x20 }
            if name == lengthField { body = number(line.dropFirst(lengthField.count)) ?? 0 }
        }
        return nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int? {
        let digits = bytes.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    static func connect(port: Int, on loop: any EventLoop) -> EventLoopFuture<NIOLoopBound<RequestSocket>> {
        let bound = NIOLoopBound(RequestSocket(), eventLoop: loop)
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(host: "127.0.0.1", port: port).map { _ in bound }
    }
}
