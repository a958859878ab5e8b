import Standins
import Testing

struct StandinClockTests {
    @Test func `a clock that was moved forward reports it, and scales durations`() {
        let clock = StandinClock(scale: 60, start: .seconds(1_000))
        clock.advance(by: .seconds(3_600))
        #expect(clock.now >= .seconds(4_600))
        #expect(clock.real(.seconds(60)) == .seconds(1))
    }
}
