import Clocks
package import ExchangePush
package import Foundation
import Synchronization

/// A time that a test can push forward, and that otherwise passes no faster than the machine keeps up; or a time that
/// stands until a test does.
///
/// So no limit is over because a busy machine gave the tasks that it concerns no turn, such as a ring for a phone.
package final class JumpClock: TimeSource {
    private struct State {
        var skipped = Duration.zero
        var nextSleeper = 0
        var sleepers: [Int: AsyncStream<Void>.Continuation] = [:]
        var onSleep: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    /// Of pushes: it is the machine's unless a test pushes it forward by itself.
    package let pushes = PushClock()
    private let beginning = SystemClock().calendar
    /// The time that has passed since the beginning; nil: none does.
    private let elapsed: UnhurriedClock?
    package var isStanding: Bool { elapsed == nil }

    package init(isStanding: Bool = false) { elapsed = isStanding ? nil : UnhurriedClock(pace: .milliseconds(50)) }

    /// The time since 1970, which is this clock's origin.
    package var now: Duration { beginning + (elapsed?.now ?? .zero) + state.withLock(\.skipped) }

    package var date: Date { Date(timeIntervalSince1970: now / .seconds(1)) }

    package nonisolated(nonsending) func wait(until moment: Duration) async throws {
        let (jumps, jump) = AsyncStream.makeStream(of: Void.self)
        let sleeper = state.withLock { state in
            state.nextSleeper += 1
            state.sleepers[state.nextSleeper] = jump
            return state.nextSleeper
        }
        state.withLock(\.onSleep)?()
        // A jump from here on is seen.
        let wait = moment - now
        if wait > .zero, !Task.isCancelled {
            await withTaskGroup(of: Void.self) { group in
                if let elapsed { group.addTask { try? await elapsed.wait(until: elapsed.now + wait) } }
                group.addTask { for await _ in jumps { return } }
                await group.next()
                group.cancelAll()
            }
        }
        state.withLock { $0.sleepers[sleeper] = nil }
    }

    /// Told whenever something begins to sleep.
    package var onSleep: (@Sendable () -> Void)? {
        get { state.withLock(\.onSleep) }
        set { state.withLock { $0.onSleep = newValue } }
    }

    package func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.skipped += time
            return Array(state.sleepers.values)
        }
        for sleeper in woken { sleeper.yield() }
    }
}
