package import ExchangeCarrier
internal import Synchronization

/// The sleep of whoever runs errands between two looks at them; it ends early when there may be something to do.
/// Isolation: any thread.
package final class KeeperRest: Sendable {
    private struct State {
        var isWoken = false
        /// Whether the sleep may end early.
        var isHealthy = true
        var sleep: Task<Void, Never>?
    }

    private let clock: any RingClock
    private let state = Mutex(State())

    package init(clock: any RingClock) {
        self.clock = clock
    }

    /// There may be something to do.
    package func wake() {
        state.withLock { state in
            state.isWoken = true
            if state.isHealthy { state.sleep?.cancel() }
        }
    }

    /// A look begins: what comes up from now on is not slept over.
    package func beginLook() { state.withLock { $0.isWoken = false } }

    /// Until a moment, or until there may be something to do; after a failure, until the moment whatever there is.
    package func rest(until end: Duration, isHealthy: Bool) async {
        let sleep = Task { [clock] in await clock.sleep(until: end) }
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
