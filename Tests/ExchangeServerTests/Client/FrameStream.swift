import NIOCore
import Synchronization
import WireJSON

/// The frames a client received, to be waited for in order, each with a deadline.
final class FrameStream: Sendable {
    /// What came on the socket.
    enum Item: Sendable, CustomStringConvertible {
        case message(JSONObject)
        case text(String)
        case pong(String)
        case close(code: UInt16?)
        /// The connection is gone.
        case end

        var description: String {
            switch self {
            case .message(let object): object.jsonText
            case .text(let text): text
            case .pong(let text): "pong \(text)"
            case .close(let code): "close \(code.map(String.init) ?? "-")"
            case .end: "end"
            }
        }
    }

    private struct State {
        var items: [Item] = []
        var waiter: CheckedContinuation<Item?, Never>?
        /// Counts the waits, so that a deadline of an earlier one ends no later one.
        var turn = 0
    }

    /// Far more than anything takes on a loaded machine: it only ends tests that would hang.
    static let patience = TimeAmount.seconds(240)

    private let state = Mutex(State())
    private let eventLoop: any EventLoop

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func append(_ item: Item) {
        let waiter = state.withLock { state in
            guard let waiter = state.waiter else {
                state.items.append(item)
                return nil as CheckedContinuation<Item?, Never>?
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: item)
    }

    /// The next item; nil when none comes in time.
    func next() async -> Item? {
        await withCheckedContinuation { continuation in
            let (item, turn) = state.withLock { state in
                state.turn += 1
                if state.items.isEmpty {
                    state.waiter = continuation
                    return (nil as Item?, state.turn)
                }
                return (state.items.removeFirst(), state.turn)
            }
            if let item { return continuation.resume(returning: item) }
            eventLoop.scheduleTask(in: Self.patience) { self.giveUp(turn) }
        }
    }

    private func giveUp(_ turn: Int) {
        let waiter = state.withLock { state in
            guard state.turn == turn else { return nil as CheckedContinuation<Item?, Never>? }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}
