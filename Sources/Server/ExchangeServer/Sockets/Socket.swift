internal import NIOCore
internal import NIOWebSocket

/// One client's WebSocket: messages out, coalesced; its end, once.
///
/// Lives on the exchange's event loop and is used there only. What is sent within one turn of the loop leaves as one
/// buffer and one system call: at load that is the difference between 5 µs and 1 µs a message.
final class Socket {
    /// How long the client has to answer a close frame before the connection is cut.
    static let closeWait = TimeAmount.seconds(2)

    let channel: any Channel
    /// The address of the client, for limits: of the other end, or of whom a trusted proxy there serves.
    let remoteAddress: SocketAddress?
    /// Path and query the client asked for: personal, so no log may hold it.
    let address: String
    /// What the owner keeps beside the socket.
    var attachment: AnyObject?

    private let writer: ChannelHandlerContext
    private let flushes: FlushQueue
    private let outboundBytesMax: Int
    private var pending = ByteBuffer()
    private(set) var end: SocketEnd?
    private var isAwaitingFlush = false

    /// - Parameter writer: the context below the WebSocket encoder, as frames are already encoded here.
    init(
        channel: any Channel, client: SocketAddress?, address: String, writer: ChannelHandlerContext,
        flushes: FlushQueue, outboundBytesMax: Int
    ) {
        self.channel = channel
        self.writer = writer
        self.flushes = flushes
        self.outboundBytesMax = outboundBytesMax
        remoteAddress = client
        self.address = address
    }

    /// Queues a text message for the end of this turn of the loop.
    func send(_ text: some Collection<UInt8>) {
        guard end == nil else { return }
        WebSocketWriter.append(.text, payload: text, to: &pending)
        awaitFlush()
    }

    func sendPong(_ payload: ByteBuffer) {
        guard end == nil else { return }
        WebSocketWriter.append(.pong, payload: payload.readableBytesView, to: &pending)
        awaitFlush()
    }

    /// Sends what is queued and a close frame, then waits a moment for the client's and closes.
    ///
    /// A slow consumer is cut at once: it would not read a close frame either.
    func close(_ reason: SocketEnd) {
        guard end == nil else { return }
        end = reason
        guard reason != .slowConsumer, channel.isActive else { return abort() }
        WebSocketWriter.appendClose(reason, to: &pending)
        flush()
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.closeWait) { channel.close(promise: nil) }
    }

    /// Answers the client's close frame and closes.
    func answerClose(code: UInt16?) {
        let isFirst = end == nil
        end = end ?? .closedByClient
        guard isFirst, channel.isActive else { return abort() }
        WebSocketWriter.append(
            .connectionClose, payload: code.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? [], to: &pending)
        let channel = channel
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
        flush(promise: written)
    }

    /// Closes without a word.
    func abort() {
        pending.clear(minimumCapacity: 0)
        channel.close(promise: nil)
    }

    /// The connection is gone: whatever was said before, the first reason counts.
    func ended(_ reason: SocketEnd) -> SocketEnd {
        let first = end ?? reason
        end = first
        return first
    }

    /// Writes what is queued; cuts the socket when too much is still waiting for the client.
    func flush(promise: EventLoopPromise<Void>? = nil) {
        isAwaitingFlush = false
        guard pending.readableBytes > 0, channel.isActive else { return promise?.succeed(()) ?? () }
        let buffer = pending
        pending = ByteBuffer()
        flushes.bytesSent += buffer.readableBytes
        writer.writeAndFlush(NIOAny(buffer), promise: promise)
        guard !channel.isWritable, end == nil else { return }
        if let waiting = try? channel.syncOptions?.getOption(.bufferedWritableBytes), waiting > outboundBytesMax {
            close(.slowConsumer)
        }
    }

    private func awaitFlush() {
        guard !isAwaitingFlush else { return }
        isAwaitingFlush = true
        flushes.add(self)
    }
}
