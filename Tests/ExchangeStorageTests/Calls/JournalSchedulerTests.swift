import ExchangeStorage
import Testing

@Suite struct JournalSchedulerTests {
    @Test func `records without a waiting call share one timer`() {
        var pace = JournalScheduler()
        #expect(pace.recordsCame(isInHurry: false) == .later)
        #expect(pace.recordsCame(isInHurry: false) == .nothing)
        pace.timerFired()
        pace.wroteAll()
        #expect(pace.recordsCame(isInHurry: false) == .later)
    }

    @Test func `an urgent write leaves the timer running, so that no second one is started`() {
        var pace = JournalScheduler()
        #expect(pace.recordsCame(isInHurry: false) == .later)
        #expect(pace.recordsCame(isInHurry: true) == .now)
        pace.wroteAll()
        #expect(pace.recordsCame(isInHurry: false) == .nothing, "the first timer takes them along")
        pace.timerFired()
        pace.wroteAll()
        #expect(pace.recordsCame(isInHurry: false) == .later)
    }

    @Test func `records that come during a write are taken along, urgent or not`() {
        var pace = JournalScheduler()
        #expect(pace.recordsCame(isInHurry: true) == .now)
        #expect(pace.recordsCame(isInHurry: true) == .nothing)
        #expect(pace.recordsCame(isInHurry: false) == .nothing)
        pace.wroteAll()
        #expect(pace.recordsCame(isInHurry: true) == .now)
    }
}
