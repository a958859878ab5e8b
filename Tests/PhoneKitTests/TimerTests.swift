import CallModel
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct TimerTests {
    let clock = StillClock()
    let sink = RecordingSink()
    let timer = PhoneTimer.ring(CallUUID(.random(high: 1, low: 1)))

    private func timers() -> PhoneTimers {
        let timers = PhoneTimers(clock: clock)
        timers.sink = sink
        return timers
    }

    private func settle() async {
        for _ in 0..<50 { await Task.yield() }
    }

    @Test func `a stopped deadline never passes`() async {
        let timers = timers()
        timers.start(timer, after: .seconds(1))
        await settle()
        timers.stop(timer)
        clock.move(to: .seconds(2))
        await settle()
        #expect(sink.events.isEmpty)
    }

    @Test func `a deadline started again passes once, at the later time`() async {
        let timers = timers()
        timers.start(timer, after: .seconds(1))
        timers.start(timer, after: .seconds(3))
        await settle()
        clock.move(to: .seconds(2))
        await settle()
        #expect(sink.events.isEmpty)
        clock.move(to: .seconds(3))
        await settle()
        #expect(sink.events == [.timer(timer)])
    }

    @Test func `deadlines end with their owner`() async {
        var timers: PhoneTimers? = timers()
        timers?.start(timer, after: .seconds(1))
        await settle()
        timers = nil
        await settle()
        #expect(clock.waiterCount == 0)
    }
}
