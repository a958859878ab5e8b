import ExchangeServer
import RingTime
import Synchronization
import TestLog
import Testing

/// A revocation that is stored is enforced in the end, whatever failed at first.
@Suite(.timeLimit(.minutes(5))) struct RevocationRetryTests {
    private struct DiskIsFull: Error {}

    @Test func `enforcing that fails is tried again until it is done, and anew when a later one fails`() async throws {
        let clock = JumpClock(isStanding: true)
        let rest = WakeableSleep(clock: clock)
        let (sleeps, slept) = AsyncStream.makeStream(of: Void.self)
        clock.onSleep = { slept.yield() }
        let tries = Mutex(0)
        let keeper = RevocationRetry(clock: clock, rest: rest, logger: TestLog.logger) {
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            if number < 3 { throw DiskIsFull() }
        }
        let running = Task { await keeper.run() }
        var asleep = sleeps.makeAsyncIterator()
        for number in 1...3 {
            await asleep.next()
            #expect(tries.withLock(\.self) == number)
            if number < 3 { clock.advance(by: RevocationRetry.failureWait) }
        }
        rest.wake()
        await asleep.next()
        #expect(tries.withLock(\.self) == 4)
        running.cancel()
        await running.value
    }
}
