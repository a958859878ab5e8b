import ExchangeCore
import ExchangeServer
import ExchangeStorage
import RingCore
import Testing

/// The grace before a carrier deletes for good is whole, whatever a calendar does meanwhile.
@Suite struct DeletionGraceTests {
    private static let day = 86_400 * 1_000_000 as Int64
    private static let start = 20_000 * day
    private static let grace = DeletionGrace(time: .seconds(7 * 86_400))

    /// What becomes of a deletion.
    private static func step(marked: Duration?, by clock: RetentionClock) throws -> DeletionGrace.Step? {
        let source = RecordingSource(
            recording: RecordingID("call/start"), call: "call", startedAt: "start", address: nil)
        let errand = RecordingJob(
            source: try #require(source), task: .delete, attempts: 0, markedAt: marked)
        return clock.permit.map { grace.step(errand, by: $0) }
    }

    private static func mark(_ days: Int64) -> DeletionGrace.Step {
        let begin = Duration.microseconds(start + days * day)
        return .mark(at: begin, until: begin + .seconds(7 * 86_400))
    }

    private static func clock(_ days: Int64) -> RetentionClock {
        var clock = RetentionClock(latest: start, wall: start + days * day)
        _ = clock.look(wall: start + days * day, monotonic: .zero)
        return clock
    }

    @Test func `H4: a grace that began while the calendar stood back is not over as it is set right`() throws {
        var clock = Self.clock(-2_000)
        #expect(try Self.step(marked: nil, by: clock) == Self.mark(0), "it begins by the latest time that was believed")
        let begun = Duration.microseconds(Self.start)
        _ = clock.look(wall: Self.start + Self.day, monotonic: .seconds(60))
        #expect(try Self.step(marked: begun, by: clock) == Self.mark(0))
        for (days, isOver) in [(4, false), (6, false), (7, true)] as [(Int64, Bool)] {
            _ = clock.look(wall: Self.start + days * Self.day, monotonic: .seconds(60 + days * 86_400))
            #expect(try Self.step(marked: begun, by: clock) == (isOver ? .delete : Self.mark(0)))
        }
    }

    @Test func `H4: a grace is not over because the calendar stands far ahead, and begins anew where it did there`()
        throws
    {
        let ahead = Self.clock(400)
        #expect(try Self.step(marked: .microseconds(Self.start), by: ahead) == nil, "there is no leave to delete")
        let marked = Duration.microseconds(Self.start + 400 * Self.day)
        #expect(try Self.step(marked: marked, by: Self.clock(1)) == Self.mark(1))
        // A day ahead is believed, and set back again: the grace ends no sooner for it.
        var clock = Self.clock(1)
        _ = clock.look(wall: Self.start, monotonic: .seconds(60))
        let begun = Duration.microseconds(Self.start + Self.day)
        _ = clock.look(wall: Self.start + 4 * Self.day, monotonic: .seconds(4 * 86_400))
        _ = clock.look(wall: Self.start + 7 * Self.day, monotonic: .seconds(7 * 86_400))
        #expect(try Self.step(marked: begun, by: clock) == Self.mark(1))
    }
}
