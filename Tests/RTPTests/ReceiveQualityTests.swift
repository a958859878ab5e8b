import RTP
import Testing

/// What a jitter buffer counted, second by second, and the score of it.
struct ReceiveQualityTests {
    /// Seconds of fifty frames each, of which so many were made up and so many rebuilt.
    private func quality(_ seconds: [(concealed: UInt64, recovered: UInt64)], waiting: Duration = .zero)
        -> ReceiveQuality
    {
        var heard = ReceiveQuality()
        var statistics = JitterStatistics()
        for second in seconds {
            statistics.played += 50 - second.concealed - second.recovered
            statistics.concealed += second.concealed
            statistics.gaps += second.concealed
            statistics.recovered += second.recovered
            heard.note(statistics, waiting: waiting)
        }
        return heard
    }

    private func score(_ heard: ReceiveQuality, roundTrip: Duration = .zero) -> Double {
        MeanOpinionScore.estimate(of: heard, roundTrip: roundTrip)
    }

    @Test func `sound that is whole has the best score, less after a long way or a long wait`() {
        let whole = quality([(0, 0)])
        #expect(score(whole) > 4.4)
        #expect(score(whole, roundTrip: .milliseconds(600)) < score(whole) - 0.4)
        #expect(score(quality([(0, 0)], waiting: .milliseconds(300))) == score(whole, roundTrip: .milliseconds(600)))
    }

    @Test func `a tenth made up of nothing is worse than a tenth rebuilt, and both are bad`() {
        let (concealed, recovered) = (score(quality([(5, 0)])), score(quality([(0, 5)])))
        #expect(concealed < 2 && recovered < 3.7)
    }

    @Test func `more that is made up never scores better`() {
        let scores = (0...50).map { score(quality([($0, 0)])) }
        #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(scores.last == 1)
    }

    @Test func `audio heard long ago no longer counts`() {
        let now = quality([(50, 0)] + Array(repeating: (0, 0), count: 20))
        #expect(now.concealed < 0.01 && score(now) > 4.3)
    }

    @Test func `seconds in which nothing comes at all are the worst`() {
        var heard = ReceiveQuality()
        var statistics = JitterStatistics()
        statistics.played = 500
        heard.note(statistics, waiting: .zero)
        for _ in 0..<10 {
            statistics.silent += 50
            heard.note(statistics, waiting: .zero)
        }
        #expect(heard.concealed > 0.9 && score(heard) < 1.5)
    }

    @Test func `silence before the first sound does not count`() {
        var heard = ReceiveQuality()
        var statistics = JitterStatistics()
        statistics.silent = 100
        heard.note(statistics, waiting: .zero)
        #expect(heard.concealed == 0)
    }

    @Test func `another stream, with counts from zero, is recognized`() {
        var heard = quality([(0, 0), (0, 0), (0, 0)])
        var statistics = JitterStatistics()
        (statistics.played, statistics.concealed) = (40, 10)
        heard.note(statistics, waiting: .zero)
        #expect(abs(heard.concealed - 0.06) < 0.001)
    }
}
