import Explorer
import Testing

@Suite struct RecordedCountsTests {
    private let counts = ExplorationCounts(states: 16, transitions: 96, depth: 8, terminal: 0)

    @Test func `a record is read as it was written`() throws {
        let record = RecordedCounts(["jugs": counts])
        #expect(try RecordedCounts(parsing: record.text()) == record)
    }

    @Test func `equal counts differ in nothing`() {
        #expect(RecordedCounts(["jugs": counts]).difference(for: "jugs", from: counts) == nil)
    }

    @Test func `a difference shows the present and the recorded count`() throws {
        var other = counts
        other.states = 17
        let difference = try #require(RecordedCounts(["jugs": counts]).difference(for: "jugs", from: other))
        #expect(difference.contains("17 states"))
        #expect(difference.contains("16 states"))
    }

    @Test func `a search without a record is a difference`() {
        #expect(RecordedCounts().difference(for: "jugs", from: counts) != nil)
    }

    @Test func `a text that is not a record is refused`() {
        #expect(throws: (any Error).self) { try RecordedCounts(parsing: "{\"jugs\": {\"states\": 1}}") }
    }
}
