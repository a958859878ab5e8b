internal import Broadcast
internal import NIOCore
internal import NIOWebSocket

/// The WebSocket of one listener: receives frames, and sends buffers that it may share with other listeners.
///
/// Isolation: the exchange's event loop.
final class BroadcastSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    /// How long the client may take to answer a close frame before the connection is closed.
    static let closeWait = TimeAmount.seconds(2)

    var id: BroadcastConnectionID?
    /// nil if no application has the key; the client then gets an error.
    private let application: BroadcastApplication?
    private let flushes: FanoutFlushQueue
    private let outboundBytesMax: Int
    private var assembler = FragmentAssembler(bytesMax: BroadcastLimits.messageBytesMax)
    private var channel: (any Channel)?
    /// Writes below the WebSocket encoder, as frames are already encoded here.
    private var writer: ChannelHandlerContext?
    private var pending: [ByteBuffer] = []
    private var isAwaitingFlush = false
    private var isClosing = false

    init(of application: BroadcastApplication?, flushes: FanoutFlushQueue, outboundBytesMax: Int) {
        self.application = application
        self.flushes = flushes
        self.outboundBytesMax = outboundBytesMax
    }

    // MARK: - Sending

    /// Queues a frame, or several in one buffer, for the end of this turn of the loop.
    func send(_ frames: ByteBuffer) {
        guard !isClosing else { return }
        pending.append(frames)
        guard !isAwaitingFlush else { return }
        isAwaitingFlush = true
        flushes.add(self)
    }

    /// Writes the queued frames; closes the socket when too many bytes still wait for the client.
    func flush() {
        isAwaitingFlush = false
        guard let writer, let channel, channel.isActive, !pending.isEmpty else { return pending.removeAll() }
        let last = pending.count - 1
        for index in 0..<last { writer.write(NIOAny(pending[index]), promise: nil) }
        writer.writeAndFlush(NIOAny(pending[last]), promise: nil)
        // An idle socket keeps no list.
        pending = []
        guard !channel.isWritable, !isClosing else { return }
        if let waiting = try? channel.syncOptions?.getOption(.bufferedWritableBytes), waiting > outboundBytesMax {
            close(code: PusherError.slow.rawValue, text: PusherError.slow.message)
        }
    }

    /// Sends the queued frames and a close frame, waits briefly for the client's and closes.
    func close(code: UInt16, text: String) {
        guard !isClosing, let channel else { return }
        var frame = ByteBuffer()
        let payload = [UInt8(code >> 8), UInt8(code & 255)] + Array(text.utf8)
        WebSocketWriter.append(.connectionClose, payload: payload, to: &frame)
        pending.append(frame)
        isClosing = true
        flush()
        channel.eventLoop.scheduleTask(in: Self.closeWait) { channel.close(promise: nil) }
    }

    // MARK: - Receiving

    func handlerAdded(context: ChannelHandlerContext) {
        guard let encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self) else {
            return context.close(promise: nil)
        }
        writer = encoder
        channel = context.channel
        guard let application, !application.isClosed else { return refuse() }
        application.opened(self)
    }

    private func refuse() {
        let error: PusherError = application == nil ? .noSuchApplication : .invalidMessage
        var frame = ByteBuffer()
        WebSocketWriter.append(.text, payload: ServerMessageWriter.bytes(of: .error(error)), to: &frame)
        pending.append(frame)
        close(code: error.rawValue, text: error.message)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.opcode == .connectionClose || !isClosing else { return }
        // A client masks every frame (RFC 6455 §5.1); an unmasked one may come from a deceived proxy.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(.protocolError) }
        switch frame.opcode {
        case .text, .continuation: receive(frame)
        case .binary: close(.binary)
        case .ping: answerPing(frame.unmaskedData)
        case .pong: frameReceived()
        case .connectionClose: answerClose(frame.unmaskedData)
        default: close(.protocolError)
        }
    }

    private func receive(_ frame: WebSocketFrame) {
        switch assembler.assemble(frame) {
        case .message(let message):
            if let id { application?.received(message, from: id) }
        case .incomplete: frameReceived()
        case .refused(let reason): close(reason)
        }
    }

    private func frameReceived() {
        if let id { application?.handle(.frameReceived(id)) }
    }

    private func answerPing(_ payload: ByteBuffer) {
        frameReceived()
        var frame = ByteBuffer()
        WebSocketWriter.append(.pong, payload: payload.readableBytesView, to: &frame)
        send(frame)
    }

    private func answerClose(_ payload: ByteBuffer) {
        guard let channel else { return }
        var payload = payload
        if !isClosing {
            close(code: payload.readInteger(as: UInt16.self) ?? SocketCloseReason.closedByClient.closeCode, text: "")
        }
        // The close follows the frames written before it.
        channel.eventLoop.assumeIsolated().execute { channel.close(promise: nil) }
    }

    private func close(_ reason: SocketCloseReason) {
        close(code: reason.closeCode, text: reason.closeText)
    }

    /// A client that closes only its sending side is treated as gone; otherwise its socket would stay forever.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? NIOCore.ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: close(.tooLarge)
        case .fragmentedControlFrame, .multiByteControlFrameLength: close(.protocolError)
        case nil: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
    }

    private func finish() {
        isClosing = true
        writer = nil
        channel = nil
        pending = []
        guard let id else { return }
        self.id = nil
        application?.closed(id)
    }
}
