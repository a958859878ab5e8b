internal import Broadcast
internal import ExchangeStorage
internal import NIOCore
internal import NIOWebSocket

/// One application's hub and its sockets: frames into events, effects into frames.
///
/// A message for many is written once; those that follow each other to the same listeners leave as one buffer, which all
/// their sockets share. Lives on the exchange's event loop.
final class BroadcastApplication {
    let app: BroadcastApp
    let signature: BroadcastSignature
    private(set) var hub: BroadcastHub
    private(set) var isClosed = false
    /// Told when a device begins to hear what it is told, and when it ends.
    var onHearing: ((_ device: String, _ hears: Bool) -> Void)?
    private let clock: RunClock
    private let flushes: FanoutFlushes
    private var seats = ListenerSeats<BroadcastSocket> { socket, frames in socket.send(frames) }
    private var effects: [BroadcastEffect] = []

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
        let id = seats.seat(socket)
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
        seats.leave(id)
    }

    func close() {
        isClosed = true
        distribute()
        for socket in seats.all { socket.close(code: PusherError.invalidMessage.rawValue, text: "exchange stops") }
    }

    private func isSigned(_ message: ClientMessage, of id: BroadcastConnectionID) -> Bool {
        guard let socket = hub.socketID(of: id) else { return false }
        switch message {
        case .subscribe(let request):
            guard let text = request.signedText(for: socket) else { return false }
            return signature.matches(auth: request.auth, of: text)
        case .signIn(let request): return signature.matches(auth: request.auth, of: request.signedText(for: socket))
        case .unsubscribe, .ping, .pong, .whisper, .ignored: return false
        }
    }

    // MARK: - Effects

    private func perform(_ effect: BroadcastEffect) {
        switch effect {
        case .send(let id, let message):
            distribute()
            seats[id]?.send(Self.frame(message))
        case .broadcast(let message, let listeners, let except): gather(message, listeners, except)
        case .hears(let device, let hears): onHearing?(device, hears)
        case .close(let id, let error):
            distribute()
            seats[id]?.close(code: error.rawValue, text: error.message)
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
        let begins = seats.gather(ServerMessageWriter.bytes(of: message), for: listeners, except: except)
        if begins { flushes.beforeFlush(of: self) }
    }

    /// Hands what was gathered to each listener's queue.
    func distribute() { seats.distribute() }
}
