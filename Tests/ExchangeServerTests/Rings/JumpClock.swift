import ExchangeCarrier
import Synchronization

/// The machine's time, which a test can push forward.
final class JumpClock: RingClock {
    private struct State {
        var skipped = Duration.zero
        var nextSleeper = 0
        var sleepers: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let machine = SystemRingClock()

    var now: Duration { machine.now + state.withLock(\.skipped) }

    func sleep(until moment: Duration) async {
        let wait = moment - now
        guard wait > .zero, !Task.isCancelled else { return }
        let (jumps, jump) = AsyncStream.makeStream(of: Void.self)
        let sleeper = state.withLock { state in
            state.nextSleeper += 1
            state.sleepers[state.nextSleeper] = jump
            return state.nextSleeper
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.machine.sleep(until: self.machine.now + wait) }
            group.addTask { for await _ in jumps { return } }
            await group.next()
            group.cancelAll()
        }
        state.withLock { $0.sleepers[sleeper] = nil }
    }

    func advance(by time: Duration) {
        let woken = state.withLock { state in
            state.skipped += time
            return Array(state.sleepers.values)
        }
        for sleeper in woken { sleeper.yield() }
    }
}
