internal import Synchronization

/// Measures the time in which at least one piece of a stand-in's work was under way. Benchmarks subtract it from the
/// time of the code under test.
final class WorkTime: Sendable {
    private struct State {
        var open = 0
        var since = ContinuousClock.Instant.now
        var done = Duration.zero
    }

    private let state = Mutex(State())

    func begin() {
        state.withLock { state in
            if state.open == 0 { state.since = .now }
            state.open += 1
        }
    }

    func end() {
        state.withLock { state in
            state.open -= 1
            if state.open == 0 { state.done += state.since.duration(to: .now) }
        }
    }

    /// The total up to now, including work under way.
    var total: Duration {
        state.withLock { $0.done + ($0.open > 0 ? $0.since.duration(to: .now) : .zero) }
    }
}
