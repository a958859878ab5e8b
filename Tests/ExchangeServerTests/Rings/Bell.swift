import Synchronization

/// Rings whenever something happened anywhere, so that a test looks again exactly then.
final class Bell: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var count: Int { state.withLock(\.count) }

    func ring() {
        let woken = state.withLock { state in
            state.count += 1
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in woken { waiter.resume() }
    }

    /// Returns when it has rung since it was looked at.
    func wait(after seen: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.count == seen else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
