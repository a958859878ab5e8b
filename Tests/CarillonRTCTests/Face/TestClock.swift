import Clocks
import Foundation
import Synchronization

/// Time that stands still until it is moved.
final class TestClock: TimeSource {
    private struct Waiter {
        let id: UInt64
        let at: Duration
        let wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Duration.zero
        var lastID: UInt64 = 0
        var waiters: [Waiter] = []
        /// Cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }

    /// Begins in 1970.
    var date: Date { Date(timeIntervalSince1970: now / .seconds(1)) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let isDue = state.withLock { state in
                    guard deadline > state.now, state.cancelled.remove(id) == nil else { return true }
                    state.waiters.append(Waiter(id: id, at: deadline, wake: wake))
                    return false
                }
                if isDue { wake.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil as Waiter?
                }
                return state.waiters.remove(at: index)
            }
            waiter?.wake.resume()
        }
        try Task.checkCancellation()
    }

    func advance(by time: Duration) {
        let due = state.withLock { state in
            state.now += time
            let now = state.now
            defer { state.waiters.removeAll { $0.at <= now } }
            return state.waiters.filter { $0.at <= now }
        }
        for waiter in due { waiter.wake.resume() }
    }
}
