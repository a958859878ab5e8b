package import Broadcast
package import NIOCore
internal import NIOWebSocket

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
