import Clocks
package import ExchangePush
package import Foundation
import Synchronization

/// The machine's time, which a test can push forward; or a time that stands until a test does.
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
    private let machine = SystemClock()
    /// nil: the time goes by.
    private let standsAt: Duration?
    package var isStanding: Bool { standsAt != nil }

    package init(isStanding: Bool = false) { standsAt = isStanding ? SystemClock().calendar : nil }

    /// The time since 1970, which is this clock's origin.
    package var now: Duration { (standsAt ?? machine.calendar) + state.withLock(\.skipped) }

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
                if standsAt == nil { group.addTask { try? await self.machine.wait(until: self.machine.now + wait) } }
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
