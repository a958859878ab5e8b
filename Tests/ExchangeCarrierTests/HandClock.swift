import Clocks
import Foundation
import Synchronization

/// Time that passes when a test says so.
final class HandClock: TimeSource {
    private struct State {
        var now = Duration.seconds(1_700_000_000)
        var nextSleeper = 0
        var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
        var onSleep: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// The time since 1970, which is this clock's origin.
    var now: Duration { state.withLock(\.now) }

    var date: Date { Date(timeIntervalSince1970: now / .seconds(1)) }

    /// Told whenever something begins to sleep.
    var onSleep: (@Sendable () -> Void)? {
        get { state.withLock(\.onSleep) }
        set { state.withLock { $0.onSleep = newValue } }
    }

    var hasSleepers: Bool { state.withLock { !$0.sleepers.isEmpty } }

    nonisolated(nonsending) func wait(until moment: Duration) async throws {
        let sleeper = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard moment > state.now, !Task.isCancelled else { return true }
                    state.sleepers[sleeper] = continuation
                    return false
                }
                if isOver { continuation.resume() } else { onSleep?() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: sleeper) }?.resume()
        }
    }

    func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.now += time
            defer { state.sleepers = [:] }
            return state.sleepers.values
        }
        for sleeper in woken { sleeper.resume() }
    }
}
