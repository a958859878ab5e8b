import RTP
import Testing

struct GapMeterTests {
    private var meter = GapMeter()

    @Test mutating func `the longest gap is reported once, and one that continues each time`() {
        #expect(meter.longest(at: .seconds(1)) == nil)
        for milliseconds in [0, 20, 40, 340, 360] { meter.note(at: .milliseconds(milliseconds)) }
        #expect(meter.longest(at: .milliseconds(370)) == .milliseconds(300))
        #expect(meter.longest(at: .milliseconds(380)) == .milliseconds(20))
        #expect(meter.longest(at: .milliseconds(1360)) == .seconds(1))
        meter.note(at: .milliseconds(2860))
        #expect(meter.longest(at: .milliseconds(2870)) == .milliseconds(2500))
    }

    @Test mutating func `a hold does not count as a gap`() {
        meter.note(at: .zero)
        meter.pause()
        #expect(meter.longest(at: .seconds(5)) == nil)
        meter.note(at: .seconds(9))
        #expect(meter.longest(at: .seconds(9)) == .zero)
    }
}
