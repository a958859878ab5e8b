internal import NIOCore
internal import NIOWebSocket

/// Turns the frames of one connection into messages for the owner of the socket.
///
/// A plain channel handler: per frame it costs a few microseconds and per idle socket some hundred bytes.
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let owner: any SocketOwner
    private let flushes: FlushQueue
    private let limits: ServerLimits
    private let client: SocketAddress?
    private let address: String
    private var assembler: FragmentAssembler
    private var socket: Socket?

    /// - Parameters:
    ///   - client: whom the connection serves, which need not be its other end.
    ///   - address: path and query the client asked for.
    init(owner: any SocketOwner, flushes: FlushQueue, limits: ServerLimits, client: SocketAddress?, address: String) {
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
        // A client masks every frame (RFC 6455 §5.1); what is not may be the work of a proxy that was tricked.
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

    /// A client that closes only its sending side is gone as well; without this its socket would stay for ever.
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
        switch assembler.take(frame) {
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
