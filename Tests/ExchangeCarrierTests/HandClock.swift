import ExchangeCarrier
import Synchronization

/// Time that passes when a test says so.
final class HandClock: RingClock {
    private struct State {
        var now = Duration.seconds(1_700_000_000)
        var sleepers: [(until: Duration, wake: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var now: Duration { state.withLock(\.now) }

    func sleep(until moment: Duration) async {
        // Cancelled or not, whoever sleeps is woken by the next advance at the latest.
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard moment > state.now else { return true }
                state.sleepers.append((moment, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.now += time
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in woken { sleeper.wake.resume() }
    }
}
