internal import NIOCore
internal import NIOWebSocket

/// Turns the frames of one connection into messages for the owner of the socket.
///
/// It is a plain channel handler: a frame costs a few microseconds, an idle socket some hundred bytes.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let owner: any SocketDelegate
    private let flushes: FlushQueue
    private let limits: ServerLimits
    private let client: SocketAddress?
    private let address: String
    private var assembler: FragmentAssembler
    private var socket: Socket?

    /// - Parameters:
    ///   - client: the client that the connection serves, which may be behind a trusted proxy.
    ///   - address: path and query of the client's request.
    init(owner: any SocketDelegate, flushes: FlushQueue, limits: ServerLimits, client: SocketAddress?, address: String)
    {
        self.owner = owner
        self.flushes = flushes
        self.limits = limits
        self.client = client
        self.address = address
        assembler = FragmentAssembler(bytesMax: limits.messageBytes)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        guard let encoder = try? context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self) else {
            return context.close(promise: nil)
        }
        let socket = Socket(
            channel: context.channel, client: client, address: address, writer: encoder, flushes: flushes,
            outboundBytesMax: limits.outboundBytes)
        self.socket = socket
        owner.socketOpened(socket)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let socket, socket.end == nil || isClose(data) else { return }
        let frame = unwrapInboundIn(data)
        // A client masks every frame (RFC 6455 §5.1). An unmasked frame may come from a proxy that was tricked.
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return socket.close(.protocolError) }
        switch frame.opcode {
        case .text, .continuation: receive(frame, on: socket)
        case .binary: socket.close(.binary)
        case .ping: socket.sendPong(frame.unmaskedData)
        case .pong: break
        case .connectionClose:
            var payload = frame.unmaskedData
            socket.answerClose(code: payload.readInteger(as: UInt16.self))
        default: socket.close(.protocolError)
        }
    }

    /// Closes the connection of a client that closed its sending side; otherwise its socket would stay forever.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            context.close(promise: nil)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: socket?.close(.tooLarge)
        case .fragmentedControlFrame, .multiByteControlFrameLength: socket?.close(.protocolError)
        case nil:
            _ = socket?.ended(.lost)
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        finish()
    }

    private func isClose(_ data: NIOAny) -> Bool {
        unwrapInboundIn(data).opcode == .connectionClose
    }

    private func receive(_ frame: WebSocketFrame, on socket: Socket) {
        switch assembler.assemble(frame) {
        case .message(let message): owner.socket(socket, received: message)
        case .incomplete: break
        case .refused(let reason): socket.close(reason)
        }
    }

    private func finish() {
        guard let socket else { return }
        self.socket = nil
        owner.socketClosed(socket, because: socket.ended(.lost))
    }
}

/// Receives the events of a socket, all on the exchange's event loop.
protocol SocketDelegate: AnyObject {
    /// The upgrade is done; messages may be sent from now on.
    func socketOpened(_ socket: Socket)
    /// A whole text message arrived, in one frame or in fragments.
    func socket(_ socket: Socket, received message: ByteBuffer)
    /// The socket ended; nothing can be received or sent. Called exactly once.
    func socketClosed(_ socket: Socket, because reason: SocketCloseReason)
}

/// Assembles fragmented messages, up to a limit.
///
/// Source: RFC 6455 §5.4.
struct FragmentAssembler {
    /// A phone sends one fragment per message; a proxy may cut at 1 kB. The limit also stops endless empty fragments.
    static let fragmentsMax = 1_024

    enum Outcome: Equatable {
        case message(ByteBuffer)
        case incomplete
        case refused(SocketCloseReason)
    }

    private let bytesMax: Int
    private var partial: ByteBuffer?
    private var fragments = 0

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Adds a text or continuation frame.
    mutating func assemble(_ frame: WebSocketFrame) -> Outcome {
        let isContinuation = frame.opcode == .continuation
        guard isContinuation == (partial != nil) else { return .refused(.protocolError) }
        guard isContinuation || !frame.fin else {
            let payload = frame.unmaskedData
            return payload.readableBytes > bytesMax ? .refused(.tooLarge) : .message(payload)
        }
        var payload = frame.unmaskedData
        var whole = partial ?? ByteBuffer()
        fragments += 1
        guard fragments <= Self.fragmentsMax, whole.readableBytes + payload.readableBytes <= bytesMax else {
            return .refused(.tooLarge)
        }
        partial = nil
        whole.writeBuffer(&payload)
        guard frame.fin else {
            partial = whole
            return .incomplete
        }
        fragments = 0
        return .message(whole)
    }
}
