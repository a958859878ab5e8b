package import Broadcast
internal import ExchangeStorage
package import NIOCore
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

/// Where each of an application's listeners sits, and what they are handed next.
///
/// What goes to the same listeners is gathered, and handed on as one buffer that they share. Those it is for are known
/// by their seats, and a seat is given again: whoever leaves must have been handed what was gathered before.
package struct ListenerSeats<Listener> {
    /// Bytes gathered for the same listeners before they are handed on.
    package static var batchBytesMax: Int { 64 * 1024 }

    private struct Batch {
        var listeners: [BroadcastConnectionID]
        var except: BroadcastConnectionID?
        var frames = ByteBuffer()

        mutating func append(_ message: [UInt8]) {
            WebSocketWriter.append(.text, payload: message, to: &frames)
        }
    }

    private let hand: (Listener, ByteBuffer) -> Void
    private var listeners: [Listener?] = []
    private var free: [Int32] = []
    private var batch: Batch?

    /// - Parameter hand: gives a listener frames; must not come back here.
    package init(hand: @escaping (Listener, ByteBuffer) -> Void) {
        self.hand = hand
    }

    package subscript(_ id: BroadcastConnectionID) -> Listener? { listeners[Int(id.place)] }

    /// All who are here.
    package var all: [Listener] { listeners.compactMap { $0 } }

    package mutating func seat(_ listener: Listener) -> BroadcastConnectionID {
        let place = free.popLast() ?? Int32(listeners.count)
        if Int(place) == listeners.count { listeners.append(listener) } else { listeners[Int(place)] = listener }
        return BroadcastConnectionID(place: place)
    }

    /// The seat may be somebody else's from now on; so what was gathered is handed on before.
    package mutating func leave(_ id: BroadcastConnectionID) {
        distribute()
        listeners[Int(id.place)] = nil
        free.append(id.place)
    }

    /// A message for listeners, behind those gathered before.
    ///
    /// - Returns: whether gathering has begun, so that somebody has to see to its end.
    package mutating func gather(
        _ message: [UInt8], for listeners: [BroadcastConnectionID], except: BroadcastConnectionID? = nil
    ) -> Bool {
        if let batch, batch.except != except || batch.listeners != listeners { distribute() }
        let begins = batch == nil
        if begins { batch = Batch(listeners: listeners, except: except) }
        batch?.append(message)
        if let batch, batch.frames.readableBytes >= Self.batchBytesMax { distribute() }
        return begins
    }

    /// Hands what was gathered to each listener; nothing is copied.
    package mutating func distribute() {
        guard let ready = batch.take() else { return }
        for id in ready.listeners where id != ready.except {
            if let listener = self[id] { hand(listener, ready.frames) }
        }
    }
}
