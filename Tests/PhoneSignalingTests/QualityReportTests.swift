import CarillonRTC
import MediaEngine
import PhoneCore
import PhoneSignaling
import Testing

@Suite struct QualityReportTests {
    private func report(_ change: (inout MediaStatistics) -> Void) -> QualityReport {
        var statistics = MediaStatistics()
        change(&statistics)
        return QualityReport(CallQuality(statistics))
    }

    @Test func `measured values are reported in the phone's units`() {
        let report = report { statistics in
            statistics.meanOpinionScore = 4.2
            statistics.jitterMilliseconds = 12.5
            statistics.roundTripMilliseconds = 80
            statistics.recentFractionLost = 0.0325
            statistics.longestGapMilliseconds = 340
            statistics.localCandidateKind = "relay"
            statistics.relay = "turns:relay.example.com:443"
            statistics.framesConcealed = 12
        }
        #expect(report.score == OpinionScore(4.2))
        #expect(report.jitter == .microseconds(12_500))
        #expect(report.roundTrip == .milliseconds(80))
        #expect(report.lossHundredths == 325)
        #expect(report.gap == .milliseconds(340))
        #expect(report.route == "relay")
        #expect(report.relay == "turns:relay.example.com:443")
        #expect(report.concealed == .milliseconds(240))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a value that is not a number is left out`(value: Double) {
        let report = report { statistics in
            statistics.jitterMilliseconds = value
            statistics.roundTripMilliseconds = value
            statistics.recentFractionLost = value
        }
        #expect(report.jitter == nil)
        #expect(report.roundTrip == nil)
        #expect(report.lossHundredths == nil)
    }

    @Test func `impossible values are bounded`() {
        let report = report { statistics in
            statistics.jitterMilliseconds = 1e30
            statistics.roundTripMilliseconds = -1
            statistics.recentFractionLost = 7
        }
        #expect(report.jitter == .seconds(60))
        #expect(report.roundTrip == nil)
        #expect(report.lossHundredths == 10_000)
    }
}
