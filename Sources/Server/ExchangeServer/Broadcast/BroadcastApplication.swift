internal import Broadcast
internal import ExchangeStorage
internal import NIOCore
internal import NIOWebSocket

/// One application's hub and its sockets: frames into events, effects into frames.
///
/// A message for many is written once; those that follow each other to the same listeners leave as one buffer, which all
/// their sockets share. Lives on the exchange's event loop.
final class BroadcastApplication {
    /// Bytes of frames gathered for the same listeners before they are handed on.
    private static let batchBytesMax = 64 * 1024

    /// What goes to the same listeners next.
    fileprivate struct Batch {
        var listeners: [BroadcastConnectionID]
        var except: BroadcastConnectionID?
        var frames: ByteBuffer
    }

    let app: BroadcastApp
    let signature: BroadcastSignature
    private(set) var hub: BroadcastHub
    private(set) var isClosed = false
    /// Told when a device begins to hear what it is told, and when it ends.
    var onHearing: ((_ device: String, _ hears: Bool) -> Void)?
    private let clock: RunClock
    private let flushes: FanoutFlushes
    private var sockets: [BroadcastSocket?] = []
    private var free: [Int32] = []
    private var effects: [BroadcastEffect] = []
    private var batch: Batch?

    init(_ app: BroadcastApp, limits: ServerLimits, clock: RunClock, flushes: FanoutFlushes) {
        self.app = app
        self.clock = clock
        self.flushes = flushes
        signature = BroadcastSignature(app)
        var bounds = BroadcastLimits()
        bounds.connectionsMax = limits.connections
        bounds.allowsClientEvents = app.allowsClientEvents
        hub = BroadcastHub(limits: bounds, originMicroseconds: UInt64(clamping: clock.wall.originMicroseconds))
    }

    /// Seconds since 1970.
    var now: Int64 { clock.wall.microseconds(at: clock.now) / 1_000_000 }

    func handle(_ event: BroadcastEvent) {
        var wanted: [BroadcastEffect] = []
        swap(&wanted, &effects)
        hub.handle(event, at: clock.now, into: &wanted)
        for effect in wanted { perform(effect) }
        wanted.removeAll(keepingCapacity: true)
        swap(&wanted, &effects)
    }

    // MARK: - Sockets

    func opened(_ socket: BroadcastSocket) {
        let place = free.popLast() ?? Int32(sockets.count)
        if Int(place) == sockets.count { sockets.append(socket) } else { sockets[Int(place)] = socket }
        let id = BroadcastConnectionID(place: place)
        socket.id = id
        let numbers = UInt32(1)...1_000_000_000
        handle(.opened(id, SocketID(.random(in: numbers), .random(in: numbers))))
    }

    func received(_ message: ByteBuffer, from id: BroadcastConnectionID) {
        guard let said = message.withUnsafeReadableBytes({ ClientMessageReader.read($0) }) else {
            return handle(.unreadable(id))
        }
        handle(.received(id, said, isSigned: isSigned(said, of: id)))
    }

    func closed(_ id: BroadcastConnectionID) {
        handle(.closed(id))
        sockets[Int(id.place)] = nil
        free.append(id.place)
    }

    func close() {
        isClosed = true
        distribute()
        for socket in sockets { socket?.close(code: PusherError.invalidMessage.rawValue, text: "exchange stops") }
    }

    private func isSigned(_ message: ClientMessage, of id: BroadcastConnectionID) -> Bool {
        guard case .subscribe(let request) = message, let socket = hub.socketID(of: id),
            let text = request.signedText(for: socket)
        else { return false }
        return signature.matches(auth: request.auth, of: text)
    }

    // MARK: - Effects

    private func perform(_ effect: BroadcastEffect) {
        switch effect {
        case .send(let id, let message):
            distribute()
            sockets[Int(id.place)]?.send(Self.frame(message))
        case .broadcast(let message, let listeners, let except): gather(message, listeners, except)
        case .hears(let device, let hears): onHearing?(device, hears)
        case .close(let id, let error):
            distribute()
            sockets[Int(id.place)]?.close(code: error.rawValue, text: error.message)
        }
    }

    private static func frame(_ message: ServerMessage) -> ByteBuffer {
        var frame = ByteBuffer()
        WebSocketWriter.append(.text, payload: ServerMessageWriter.bytes(of: message), to: &frame)
        return frame
    }

    private func gather(
        _ message: ServerMessage, _ listeners: [BroadcastConnectionID], _ except: BroadcastConnectionID?
    ) {
        let bytes = ServerMessageWriter.bytes(of: message)
        if let batch, batch.except != except || batch.listeners != listeners { distribute() }
        if batch == nil {
            batch = Batch(listeners: listeners, except: except, frames: ByteBuffer())
            flushes.beforeFlush(of: self)
        }
        batch?.append(bytes)
        if let batch, batch.frames.readableBytes >= Self.batchBytesMax { distribute() }
    }

    /// Hands what was gathered to each listener's queue; nothing is copied.
    func distribute() {
        guard let ready = batch.take() else { return }
        for id in ready.listeners where id != ready.except { sockets[Int(id.place)]?.send(ready.frames) }
    }
}

extension BroadcastApplication.Batch {
    fileprivate mutating func append(_ bytes: [UInt8]) {
        WebSocketWriter.append(.text, payload: bytes, to: &frames)
    }
}
