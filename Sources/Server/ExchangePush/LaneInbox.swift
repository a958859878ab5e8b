internal import PushDelivery
internal import PushPayload
internal import Synchronization

/// Pushes on their way from any thread to the event loop of a lane: a burst wakes the loop once.
final class LaneInbox: Sendable {
    typealias Caller = CheckedContinuation<PushOutcome, Never>

    struct Item: Sendable {
        var push: PreparedPush
        var wall: WallTime
        var caller: Caller
    }

    private struct State: Sendable {
        var items: [Item] = []
        var nextReference: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Puts one in. Answers whether the loop is to be woken.
    func put(_ push: PreparedPush, wall: WallTime, _ caller: Caller) -> Bool {
        state.withLock { state in
            var push = push
            push.reference = state.nextReference
            state.nextReference += 1
            state.items.append(Item(push: push, wall: wall, caller: caller))
            return state.items.count == 1
        }
    }

    func takeAll() -> [Item] {
        state.withLock { state in
            let items = state.items
            state.items = []
            return items
        }
    }
}
