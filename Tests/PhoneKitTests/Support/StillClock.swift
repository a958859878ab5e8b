import Foundation
import PhoneKit
import Synchronization

/// A clock that a test moves. Whoever waits wakes when it has come so far.
final class StillClock: PhoneClock {
    private struct Waiter {
        let deadline: Duration
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var waiters: [Int: Waiter] = [:]
        var count = 0
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var date: Date { Date(timeIntervalSinceReferenceDate: 820_000_000) }
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    func wait(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = state.withLock { state -> Bool? in
                    if state.cancelled.contains(id) { return false }
                    if deadline <= state.now { return true }
                    state.waiters[id] = Waiter(deadline: deadline, wake: wake)
                    return nil
                }
                if isOver == true { wake.resume() }
                if isOver == false { wake.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.cancelled.insert(id)
                return state.waiters.removeValue(forKey: id)
            }
            waiter?.wake.resume(throwing: CancellationError())
        }
    }

    func move(to now: Duration) {
        let due = state.withLock { state in
            state.now = now
            let due = state.waiters.filter { $0.value.deadline <= now }
            for id in due.keys { state.waiters[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for waiter in due { waiter.wake.resume() }
    }
}
