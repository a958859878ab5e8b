import Lab
import PhoneCore
import Testing
import WireJSON

@Suite("The timeline of the Lab")
struct LabTimelineTests {
    private static let small: LabTimeline.Limits = {
        var limits = LabTimeline.Limits()
        limits.chunkRows = 4
        limits.chunkChanges = 8
        limits.chunks = 3
        return limits
    }()

    private static func row(_ number: Int) -> LabRow {
        LabRow(at: .milliseconds(number), from: "phone", .local, "row \(number)")
    }

    private static func timeline(_ count: Int, _ limits: LabTimeline.Limits = LabTimeline.Limits()) -> LabTimeline {
        var timeline = LabTimeline(limits)
        for number in 0..<count {
            timeline.set("count", to: .integer(Int64(number)), at: .milliseconds(number))
            timeline.append(row(number))
        }
        return timeline
    }

    @Test("A second without a packet has neither jitter nor loss, and a pause shorter than that has both")
    func silence() {
        func sample(gap: Duration?) -> LabSample {
            let report = QualityReport(
                score: OpinionScore(4.25), jitter: .milliseconds(2), lossHundredths: 150, gap: gap)
            return LabSample(report, of: "phone", at: .seconds(1))
        }
        #expect(sample(gap: .seconds(1)) == LabSample(at: .seconds(1), phone: "phone", score: 4.25))
        let heard = LabSample(at: .seconds(1), phone: "phone", score: 4.25, jitter: 2, loss: 1.5)
        #expect(sample(gap: .milliseconds(400)) == heard)
        #expect(sample(gap: nil) == heard)
    }

    @Test("A row keeps its number when older rows are dropped")
    func numbersStay() {
        let timeline = Self.timeline(30, Self.small)
        #expect(timeline.first == 20)
        #expect(timeline.next == 30)
        let range = timeline.range(from: 27, count: 2)
        #expect(range.rows.map(\.what) == ["row 27", "row 28"])
    }

    @Test(
        "The state before a row is the snapshot with all changes until then",
        arguments: [0, 3, 4, 5, 499, 500, 501, 999])
    func stateBeforeRow(row: Int) {
        let range = Self.timeline(1_000).range(from: row, count: 3)
        #expect(range.first == row)
        #expect(range.state["count"] == .integer(Int64(row)))
        #expect(range.changes.first?.row == (row == 999 ? nil : row + 1))
    }

    @Test("Walking a range from its state and changes gives the state of the end")
    func changesLeadToTheEnd() {
        let timeline = Self.timeline(1_200)
        let range = timeline.range(from: 700, count: 2_000)
        var state = range.state
        for change in range.changes { state[change.key] = change.value }
        #expect(state == timeline.state)
    }

    @Test("A range that asks for rows that are gone begins at the oldest row")
    func rangeIsBounded() {
        let timeline = Self.timeline(30, Self.small)
        #expect(timeline.range(from: 0, count: 2).first == 20)
        #expect(timeline.range(from: 99, count: 2).rows.isEmpty)
        #expect(timeline.range(from: 25, count: 99).rows.count == 5)
    }

    @Test("Changes without rows do not grow without bound")
    func changesAreBounded() {
        var timeline = LabTimeline(Self.small)
        for number in 0..<1_000 { timeline.set("key", to: .integer(Int64(number)), at: .zero) }
        #expect(timeline.range(from: 0, count: 1).state["key"] != nil)
        #expect(timeline.state["key"] == .integer(999))
    }

    @Test("A change is published once, and an unchanged value is not published")
    func newsOnce() {
        var timeline = Self.timeline(2)
        let news = timeline.removeUpdate()
        #expect(news?.rows.count == 2)
        #expect(news?.first == 0)
        #expect(timeline.removeUpdate() == nil)
        timeline.set("count", to: 1, at: .zero)
        #expect(timeline.removeUpdate() == nil)
        timeline.append(Self.row(2))
        #expect(timeline.removeUpdate()?.first == 2)
    }

    @Test("A row that comes with an earlier time than the one before takes that one's time")
    func timesNeverDecrease() {
        var timeline = Self.timeline(5)
        timeline.append(Self.row(1))
        #expect(timeline.range(from: 5, count: 1).rows.first?.at == .milliseconds(4))
    }

    @Test(
        "The row at a time is the first one then or later", arguments: [(0, 0), (499, 499), (700, 700), (5_000, 1_000)])
    func rowAtTime(milliseconds: Int, row: Int) {
        #expect(Self.timeline(1_000).row(at: .milliseconds(milliseconds)) == row)
    }
}
