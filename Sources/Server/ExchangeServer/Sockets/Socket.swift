internal import NIOCore
internal import NIOWebSocket

/// One client's WebSocket: it sends messages in batches, and ends once.
///
/// It lives on the exchange's event loop and is used only there. The messages of one turn of the loop leave as one
/// buffer in one system call: under load a message costs 1 µs instead of 5 µs.
final class Socket {
    /// How long the client has to answer a close frame before the connection is closed.
    static let closeWait = TimeAmount.seconds(2)

    let channel: any Channel
    /// The client's address, for limits: the other end's, or the one a trusted proxy forwards for.
    let remoteAddress: SocketAddress?
    /// Path and query of the client's request. They are personal, so no log may contain them.
    let address: String
    /// The owner's data about the socket.
    var attachment: AnyObject?

    private let writer: ChannelHandlerContext
    private let flushes: FlushQueue
    private let outboundBytesMax: Int
    private var pending = ByteBuffer()
    private(set) var end: SocketCloseReason?
    /// The code of the close frame with which the client closed; nil if there was none.
    private(set) var clientCode: UInt16?
    private var isAwaitingFlush = false

    /// - Parameter writer: the context below the WebSocket encoder, because frames are already encoded here.
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

    /// Sends the queued messages and a close frame, waits briefly for the client's close frame, and closes.
    ///
    /// A slow consumer is closed at once, because it would not read a close frame either.
    func close(_ reason: SocketCloseReason) {
        guard end == nil else { return }
        end = reason
        guard reason != .slowConsumer, channel.isActive else { return abort() }
        WebSocketWriter.appendClose(reason, to: &pending)
        flush()
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.closeWait) { channel.close(promise: nil) }
    }

    /// Whether the client said that its page goes away. Source: RFC 6455 §7.4.1 (1001).
    var isPageLeaving: Bool { clientCode == SocketCloseReason.shutdown.closeCode }

    /// Answers the client's close frame and closes.
    func answerClose(code: UInt16?) {
        let isFirst = end == nil
        end = end ?? .closedByClient
        if isFirst { clientCode = code }
        guard isFirst, channel.isActive else { return abort() }
        WebSocketWriter.append(
            .connectionClose, payload: code.map { [UInt8($0 >> 8), UInt8($0 & 255)] } ?? [], to: &pending)
        let channel = channel
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
        flush(promise: written)
    }

    /// Closes without a close frame.
    func abort() {
        pending.clear(minimumCapacity: 0)
        channel.close(promise: nil)
    }

    /// Records that the connection is gone, and returns the first reason given for its end.
    func ended(_ reason: SocketCloseReason) -> SocketCloseReason {
        let first = end ?? reason
        end = first
        return first
    }

    /// Writes the queued messages; closes the socket when too many bytes still wait for the client.
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

/// Why a socket ended. The raw value is the label of its counter.
enum SocketCloseReason: String, CaseIterable, Sendable {
    /// The client sent a close frame, or closed its side.
    case closedByClient = "closed_by_client"
    /// The connection broke.
    case lost
    /// The client did not read its messages.
    case slowConsumer = "slow_consumer"
    /// A message or frame exceeded the limit.
    case tooLarge = "too_large"
    /// The client sent a frame that WebSocket does not allow.
    case protocolError = "protocol_error"
    /// The client sent a binary message; Verto is text.
    case binary
    /// The client sent a text message that is not UTF-8.
    case notText = "not_utf8"
    /// The client did not log in in time.
    case noLogin = "no_login"
    /// The client sent too many wrong logins, unreadable messages or requests.
    case abuse
    /// The exchange ended it: the session was taken over or refused, or the client was silent for too long.
    case closedByExchange = "closed_by_exchange"
    /// The exchange is stopping.
    case shutdown

    /// The close code sent to the client. Source: RFC 6455 §7.4.1.
    var closeCode: UInt16 {
        switch self {
        case .closedByClient, .lost, .closedByExchange: 1000
        case .shutdown: 1001
        case .protocolError: 1002
        case .binary: 1003
        case .notText: 1007
        case .slowConsumer, .noLogin, .abuse: 1008
        case .tooLarge: 1009
        }
    }

    /// The close frame's text, for readers of a client's log.
    var closeText: String {
        switch self {
        case .closedByClient, .lost, .closedByExchange: ""
        case .shutdown: "exchange stops"
        case .protocolError: "frame not allowed"
        case .binary: "text frames only"
        case .notText: "text that is not UTF-8"
        case .slowConsumer: "client does not read"
        case .noLogin: "no login in time"
        case .abuse: "too much of it"
        case .tooLarge: "message too large"
        }
    }
}

/// The sockets that have something to send at the end of this turn of the loop.
final class FlushQueue {
    /// Bytes handed to the sockets so far.
    var bytesSent = 0

    private let eventLoop: any EventLoop
    private var dirty: [Socket] = []
    private var isScheduled = false

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ socket: Socket) {
        dirty.append(socket)
        guard !isScheduled else { return }
        isScheduled = true
        eventLoop.assumeIsolated().execute { self.run() }
    }

    private func run() {
        isScheduled = false
        let sockets = dirty
        dirty.removeAll(keepingCapacity: true)
        for socket in sockets { socket.flush() }
    }
}

/// Writes a server's frames: never masked, never fragmented.
///
/// Source: RFC 6455 §5.2.
enum WebSocketWriter {
    static func append(_ opcode: WebSocketOpcode, payload: some Collection<UInt8>, to buffer: inout ByteBuffer) {
        let count = payload.count
        buffer.writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
        switch count {
        case ...125:
            buffer.writeInteger(UInt8(count))
        case ...0xFFFF:
            buffer.writeMultipleIntegers(UInt8(126), UInt16(count))
        default:
            buffer.writeMultipleIntegers(UInt8(127), UInt64(count))
        }
        buffer.writeBytes(payload)
    }

    static func appendClose(_ reason: SocketCloseReason, to buffer: inout ByteBuffer) {
        let payload = [UInt8(reason.closeCode >> 8), UInt8(reason.closeCode & 255)] + Array(reason.closeText.utf8)
        append(.connectionClose, payload: payload, to: &buffer)
    }
}
