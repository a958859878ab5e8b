package import Clocks
internal import Synchronization

/// The sleep of a background task between two looks for work; `wake` ends it early. Isolation: any thread.
package final class WakeableSleep: Sendable {
    private struct State {
        var isWoken = false
        /// Whether `wake` may end the sleep.
        var isHealthy = true
        var sleep: Task<Void, Never>?
    }

    private let clock: any TimeSource
    private let state = Mutex(State())

    package init(clock: any TimeSource) {
        self.clock = clock
    }

    /// Ends the sleep, because there may be work.
    package func wake() {
        state.withLock { state in
            state.isWoken = true
            if state.isHealthy { state.sleep?.cancel() }
        }
    }

    /// Marks the beginning of a look. A `wake` from now on ends the next sleep.
    package func beginLook() { state.withLock { $0.isWoken = false } }

    /// Sleeps until a moment, or until `wake`; after a failure, always until the moment.
    package func rest(until end: Duration, isHealthy: Bool) async {
        let sleep = Task { [clock] in await clock.sleep(untilCalendar: end) }
        state.withLock { state in
            state.sleep = sleep
            state.isHealthy = isHealthy
            if state.isWoken, isHealthy { sleep.cancel() }
        }
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        state.withLock { $0.sleep = nil }
    }
}
