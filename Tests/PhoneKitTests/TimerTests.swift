import CallModel
import Clocks
import Foundation
import PhoneCore
import PhoneKit
import Synchronization
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TimerTests {
    let clock = StillClock()
    let sink = RecordingSink()
    let timer = PhoneTimer.ring(CallUUID(.random(high: 1, low: 1)))

    private func timers() -> PhoneTimers {
        let timers = PhoneTimers(clock: clock)
        timers.sink = sink
        return timers
    }

    @Test func `a stopped deadline never passes`() async {
        let timers = timers()
        timers.start(timer, after: .seconds(1))
        await clock.waiting(for: .seconds(1))
        timers.stop(timer)
        await clock.waiting { $0.isEmpty }
        clock.move(to: .seconds(2))
        // A later one passes, and it alone.
        timers.start(.outcome, after: .seconds(1))
        await clock.waiting(for: .seconds(3))
        clock.move(to: .seconds(3))
        await sink.receives(1)
        #expect(sink.events == [.timer(.outcome)])
    }

    @Test func `a deadline started again passes once, at the later time`() async {
        let timers = timers()
        timers.start(timer, after: .seconds(1))
        timers.start(timer, after: .seconds(3))
        await clock.waiting(for: .seconds(3))
        clock.move(to: .seconds(2))
        #expect(sink.events.isEmpty)
        clock.move(to: .seconds(3))
        await sink.receives(1)
        #expect(sink.events == [.timer(timer)])
        await clock.waiting { $0.isEmpty }
    }

    @Test func `deadlines end with their owner`() async {
        var timers: PhoneTimers? = timers()
        timers?.start(timer, after: .seconds(1))
        await clock.waiting(for: .seconds(1))
        timers = nil
        await clock.waiting { $0.isEmpty }
        #expect(sink.events.isEmpty)
    }

    @Test func `a wait begins on the main actor, where a clock that a test moves sees it in time`() async {
        let clock = PlacedClock()
        let timers = PhoneTimers(clock: clock)
        timers.sink = sink
        timers.start(timer, after: .seconds(1))
        await sink.receives(1)
        #expect(clock.beganOnMain.withLock { $0 } == [true])
    }
}

/// A clock that notes where its waits begin, and waits for nothing.
private final class PlacedClock: TimeSource {
    let beganOnMain = Mutex<[Bool]>([])
    let now = Duration.zero
    let date = Date(timeIntervalSinceReferenceDate: 0)

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        let isOnMain = #isolation === MainActor.shared
        beganOnMain.withLock { $0.append(isOnMain) }
    }
}
