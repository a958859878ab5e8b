import Clocks
import Foundation
import Synchronization

/// The system's time until it jumps: then, each time a client waits for a moment, it is that moment.
///
/// For one client, which waits for one moment at a time.
final class JumpingClock: TimeSource {
    private struct Waiter {
        let id: UInt64
        let at: Duration
        let wake: CheckedContinuation<Void, Never>
        let alarm: Task<Void, Never>
    }

    private struct State {
        /// By how much this clock is ahead of the system's.
        var lead = Duration.zero
        /// The time while it jumps; nil: it goes as the system's.
        var moment: Duration?
        var lastID: UInt64 = 0
        var waiters: [Waiter] = []
        /// Cancelled before they waited.
        var cancelled: Set<UInt64> = []
    }

    private let system = SystemClock()
    private let state = Mutex(State())

    var now: Duration { state.withLock { $0.moment ?? system.now + $0.lead } }

    var date: Date { Date() }

    /// From now on no wait lasts.
    func jump() {
        let first = state.withLock { state -> Waiter? in
            let now = state.moment ?? system.now + state.lead
            let index = state.waiters.indices.min { state.waiters[$0].at < state.waiters[$1].at }
            let first = index.map { state.waiters.remove(at: $0) }
            state.moment = max(now, first?.at ?? now)
            return first
        }
        first?.wake.resume()
    }

    /// From now on time goes as the system's, from where it is.
    func walk() {
        state.withLock { state in
            if let moment = state.moment { state.lead = moment - system.now }
            state.moment = nil
        }
    }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try Task.checkCancellation()
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { add($0, id, deadline) }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.waiters.remove(at: index)
            }
            waiter?.alarm.cancel()
            waiter?.wake.resume()
        }
        try Task.checkCancellation()
    }

    private func add(_ wake: CheckedContinuation<Void, Never>, _ id: UInt64, _ deadline: Duration) {
        let isDue = state.withLock { state in
            if state.cancelled.remove(id) != nil { return true }
            if let moment = state.moment {
                state.moment = max(moment, deadline)
                return true
            }
            let at = deadline - state.lead
            let alarm = Task { [self] in
                if (try? await system.wait(until: at)) != nil { ring(id) }
            }
            state.waiters.append(Waiter(id: id, at: deadline, wake: wake, alarm: alarm))
            return false
        }
        if isDue { wake.resume() }
    }

    private func ring(_ id: UInt64) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
        }
        waiter?.wake.resume()
    }
}
