import Clocks
package import Foundation
import Synchronization

/// The system's time while the machine keeps up, and slower while it does not.
///
/// It advances by a tenth of a second at most each time that it is looked at, and a waiting task looks whenever it gets a
/// turn. So no limit of a client passes before the client has had its turns for the events of that time. It stands still
/// while no task waits for it. For tests with real sockets and real media, however busy their machine is.
package final class UnhurriedClock: TimeSource {
    private static let stepMax: Duration = .milliseconds(100)

    private struct State {
        var now: Duration = .zero
        var lastLook = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let pace: Duration

    /// - Parameter pace: how often a waiting task looks at the clock; at most 100 ms, or time is always slow.
    package init(pace: Duration = .milliseconds(10)) { self.pace = pace }

    package var now: Duration {
        state.withLock { state in
            let look = ContinuousClock.now
            state.now += min(state.lastLook.duration(to: look), Self.stepMax)
            state.lastLook = look
            return state.now
        }
    }

    package var date: Date { Date() }

    package nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        while case let left = deadline - now, left > .zero {
            // on purpose: this clock advances by being looked at
            try await Task.sleep(for: min(left, pace))
        }
    }
}
