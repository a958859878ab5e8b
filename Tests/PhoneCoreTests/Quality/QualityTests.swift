import PhoneCore
import Testing

@Suite struct QualityTests {
    @Test(arguments: [
        (0, "00:00"), (7, "00:07"), (59, "00:59"), (60, "01:00"), (754, "12:34"), (3_599, "59:59"),
        (3_600, "1:00:00"), (36_061, "10:01:01"), (-5, "00:00"),
    ])
    func `a call's length is read as on a clock`(seconds: Int64, text: String) {
        #expect(CallClock(.seconds(seconds)).description == text)
    }

    @Test func `the clock ticks on the second, whenever it is looked at`() {
        #expect(CallClock(.milliseconds(1_999)).seconds == 1)
        #expect(CallClock.untilNextTick(.milliseconds(1_999)) == .milliseconds(1))
        #expect(CallClock.untilNextTick(.seconds(2)) == .seconds(1))
        #expect(CallClock.untilNextTick(.milliseconds(-300)) == .milliseconds(300))
    }

    @Test(
        arguments: [
            (4.5, .good, .excellent), (4.21, .good, .excellent), (4.2, .good, .good), (4.1, .good, .good),
            (4.09, .good, .fair), (4.0, .good, .fair), (3.99, .fair, .fair), (3.7, .fair, .fair), (3.69, .fair, .poor),
            (3.5, .fair, .poor), (3.49, .poor, .poor), (3.1, .poor, .poor), (3.09, .poor, .bad), (1.0, .poor, .bad),
        ] as [(Double, QualityClass, TelnyxQualityClass)])
    func `a score has a class in both vocabularies`(score: Double, ours: QualityClass, theirs: TelnyxQualityClass) {
        let report = QualityReport(score: OpinionScore(score))
        #expect(report.quality == ours)
        #expect(report.telnyxQuality == theirs)
    }

    @Test func `a value that was not measured is unknown, and bounds hold`() {
        #expect(OpinionScore(.nan) == nil)
        #expect(OpinionScore(-.infinity) == nil)
        #expect(QualityReport().quality == .unknown)
        #expect(QualityReport().telnyxQuality == .unknown)
        #expect(OpinionScore(9) == OpinionScore(hundredths: 500))
        #expect(OpinionScore(hundredths: 3) == OpinionScore(1))
    }
}
