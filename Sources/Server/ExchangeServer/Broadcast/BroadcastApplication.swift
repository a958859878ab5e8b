package import Broadcast
internal import ExchangeStorage
package import NIOCore
internal import NIOWebSocket

/// The hub and the sockets of one application: turns frames into events and effects into frames.
///
/// A message for many listeners is encoded once; successive messages to the same listeners are sent as one buffer,
/// which all their sockets share. Isolation: the exchange's event loop.
final class BroadcastApplication {
    let app: BroadcastApp
    let signature: BroadcastSignature
    private(set) var hub: BroadcastHub
    private(set) var isClosed = false
    /// Called when a device begins to listen to its own channel, and when it stops.
    var onListening: ((_ device: String, _ isListening: Bool) -> Void)?
    private let clock: RunClock
    private let flushes: FanoutFlushQueue
    private var listenerTable = ListenerTable<BroadcastSocket> { socket, frames in socket.send(frames) }
    private var effects: [BroadcastEffect] = []

    init(_ app: BroadcastApp, limits: ServerLimits, clock: RunClock, flushes: FanoutFlushQueue) {
        self.app = app
        self.clock = clock
        self.flushes = flushes
        signature = BroadcastSignature(app)
        var bounds = BroadcastLimits()
        bounds.allowsClientEvents = app.allowsClientEvents
        hub = BroadcastHub(limits: bounds, originMicroseconds: UInt64(clamping: clock.wall.originMicroseconds))
        setLimits(limits)
    }

    /// Sets the limits of connections that are opened from now on.
    func setLimits(_ limits: ServerLimits) { hub.limits.connectionsMax = limits.connections }

    /// The time in seconds since 1970.
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
        let id = listenerTable.add(socket)
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
        listenerTable.leave(id)
    }

    func close() {
        isClosed = true
        distribute()
        for socket in listenerTable.all {
            socket.close(code: PusherError.invalidMessage.rawValue, text: "exchange stops")
        }
    }

    private func isSigned(_ message: ClientMessage, of id: BroadcastConnectionID) -> Bool {
        guard let socket = hub.socketID(of: id) else { return false }
        switch message {
        case .subscribe(let request):
            guard let text = request.signedText(for: socket) else { return false }
            return signature.matches(auth: request.auth, of: text)
        case .signIn(let request): return signature.matches(auth: request.auth, of: request.signedText(for: socket))
        case .unsubscribe, .ping, .pong, .clientEvent, .ignored: return false
        }
    }

    // MARK: - Effects

    private func perform(_ effect: BroadcastEffect) {
        switch effect {
        case .send(let id, let message):
            distribute()
            listenerTable[id]?.send(Self.frame(message))
        case .broadcast(let message, let listeners, let except): gather(message, listeners, except)
        case .listening(let device, let isListening): onListening?(device, isListening)
        case .close(let id, let error):
            distribute()
            listenerTable[id]?.close(code: error.rawValue, text: error.message)
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
        let begins = listenerTable.gather(ServerMessageWriter.bytes(of: message), for: listeners, except: except)
        if begins { flushes.beforeFlush(of: self) }
    }

    /// Adds the gathered messages to each listener's queue.
    func distribute() { listenerTable.distribute() }
}

/// The places of an application's listeners, and the messages gathered for them.
///
/// Messages to the same listeners are gathered and sent as one buffer that they share. Listeners are identified by
/// their places, and a place is reused: before a listener leaves, the gathered messages have to be handed out.
package struct ListenerTable<Listener> {
    /// The most bytes gathered for the same listeners before they are handed out.
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

    /// - Parameter hand: gives frames to a listener; it must not call this type.
    package init(hand: @escaping (Listener, ByteBuffer) -> Void) {
        self.hand = hand
    }

    package subscript(_ id: BroadcastConnectionID) -> Listener? { listeners[Int(id.place)] }

    /// All listeners.
    package var all: [Listener] { listeners.compactMap { $0 } }

    package mutating func add(_ listener: Listener) -> BroadcastConnectionID {
        let place = free.popLast() ?? Int32(listeners.count)
        if Int(place) == listeners.count { listeners.append(listener) } else { listeners[Int(place)] = listener }
        return BroadcastConnectionID(place: place)
    }

    /// The place may be reused from now on, so the gathered messages are handed out first.
    package mutating func leave(_ id: BroadcastConnectionID) {
        distribute()
        listeners[Int(id.place)] = nil
        free.append(id.place)
    }

    /// Gathers a message for listeners behind the earlier ones.
    ///
    /// - Returns: whether a new batch has begun, so that the caller has to schedule its distribution.
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

    /// Hands the gathered messages to each listener without copying them.
    package mutating func distribute() {
        guard let ready = batch.take() else { return }
        for id in ready.listeners where id != ready.except {
            if let listener = self[id] { hand(listener, ready.frames) }
        }
    }
}
