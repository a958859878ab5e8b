internal import Synchronization

/// Signals that an exchange has changed: a turn of its loop ended, a commit can be read, a count went up, or a call was
/// followed.
///
/// A test that waits for a state checks it again after each change, so it never polls. Isolation: any thread.
package final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many changes there were.
    package var count: Int { state.withLock(\.count) }

    /// Signals a change.
    package func signal() {
        let woken = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return state.waiting
        }
        for waiter in woken.values { waiter.resume() }
    }

    /// Returns when there are more changes than `seen`, or when the task is canceled.
    package func wait(after seen: Int) async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.count == seen, !Task.isCancelled else { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
    }
}
