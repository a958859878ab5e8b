import Clocks
import Foundation
import PhoneKit
import Synchronization

/// A clock that a test moves, and that tells the test what waits for it. What waits wakes when the time has come so far.
final class StillClock: TimeSource {
    private struct Waiter {
        let deadline: Duration
        let wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Duration.zero
        var waiters: [Int: Waiter] = [:]
        var count = 0
        var cancelled: Set<Int> = []
        var watchers: [(isSo: @Sendable ([Duration]) -> Bool, wake: CheckedContinuation<Void, Never>)] = []

        var deadlines: [Duration] { waiters.values.map(\.deadline).sorted() }

        mutating func removeWatchers() -> [CheckedContinuation<Void, Never>] {
            let deadlines = deadlines
            defer { watchers.removeAll { $0.isSo(deadlines) } }
            return watchers.filter { $0.isSo(deadlines) }.map { $0.wake }
        }
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.now } }
    var date: Date { Date(timeIntervalSinceReferenceDate: 820_000_000) }

    /// Returns when the deadlines that are waited for, in their order, are as wanted.
    func waiting(_ isSo: @escaping @Sendable ([Duration]) -> Bool) async {
        await withCheckedContinuation { wake in
            let isAlready = state.withLock { state in
                if isSo(state.deadlines) { return true }
                state.watchers.append((isSo, wake))
                return false
            }
            if isAlready { wake.resume() }
        }
    }

    /// Returns when these deadlines are waited for, and no others.
    func waiting(for deadlines: Duration...) async { await waiting { $0 == deadlines.sorted() } }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let (isOver, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.contains(id) { return (false, []) }
                    if deadline <= state.now { return (true, []) }
                    state.waiters[id] = Waiter(deadline: deadline, wake: wake)
                    return (nil, state.removeWatchers())
                }
                for watcher in watchers { watcher.resume() }
                if isOver == true { wake.resume() }
                if isOver == false { wake.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let (waiter, watchers) = state.withLock { state in
                state.cancelled.insert(id)
                let waiter = state.waiters.removeValue(forKey: id)
                return (waiter, state.removeWatchers())
            }
            waiter?.wake.resume(throwing: CancellationError())
            for watcher in watchers { watcher.resume() }
        }
    }

    func move(to now: Duration) {
        let (due, watchers) = state.withLock { state in
            state.now = now
            let due = state.waiters.filter { $0.value.deadline <= now }
            for id in due.keys { state.waiters[id] = nil }
            return (due.values.sorted { $0.deadline < $1.deadline }, state.removeWatchers())
        }
        for waiter in due { waiter.wake.resume() }
        for watcher in watchers { watcher.resume() }
    }
}
