import RTP
import Testing

/// The score against PESQ (ITU-T P.862.2) of English speech, 42 seconds, that libopus 1.3.1 coded at complexity 5 in wide
/// band, and that lost packets on its way. Losses are random unless gaps are fewer than concealed frames.
struct OpinionScoreTests {
    struct Row: Sendable {
        var coding = ReceivedCoding(packet: .milliseconds(20))
        /// Percent of the frames.
        var concealed = 0.0, gaps: Double?, recovered = 0.0
        var pesq: Double
    }

    /// PESQ on the scale of the score: whole speech at 40 kbit/s had 4.32, and has the best score.
    private static func opinion(pesq: Double) -> Double { min(1 + (pesq - 1) * 3.41 / 3.32, 4.41) }

    private static func score(_ row: Row) -> Double {
        var statistics = JitterStatistics()
        statistics.concealed = UInt64(row.concealed * 100)
        statistics.gaps = UInt64((row.gaps ?? row.concealed) * 100)
        statistics.recovered = UInt64(row.recovered * 100)
        statistics.played = 10_000 - statistics.concealed - statistics.recovered
        var heard = ReceiveQuality()
        heard.note(statistics, waiting: .zero, coding: row.coding)
        return MeanOpinionScore.estimate(of: heard, roundTrip: .zero)
    }

    private static let twoCopies = ReceivedCoding(packet: .milliseconds(20), copies: 2)

    @Test(arguments: [
        // 40 kbit/s.
        Row(pesq: 4.32), Row(concealed: 0.7, pesq: 3.91), Row(concealed: 1.3, pesq: 3.68),
        Row(concealed: 1.9, pesq: 3.32), Row(concealed: 2.9, pesq: 2.86), Row(concealed: 5.1, pesq: 2.29),
        Row(concealed: 8.4, pesq: 1.73), Row(concealed: 10.5, pesq: 1.55), Row(concealed: 20.3, pesq: 1.24),
        // The same in bursts of four.
        Row(concealed: 2.3, gaps: 0.6, pesq: 3.57), Row(concealed: 5.9, gaps: 1.5, pesq: 2.66),
        Row(concealed: 10, gaps: 2.5, pesq: 1.99),
        // With error correction for five percent.
        Row(recovered: 1.9, pesq: 3.69), Row(concealed: 0.3, recovered: 4.9, pesq: 3.44),
        Row(concealed: 1, recovered: 9.5, pesq: 3.1), Row(concealed: 4, recovered: 16.3, pesq: 2.21),
        // 24 kbit/s, as with two copies.
        Row(coding: twoCopies, pesq: 3.7), Row(coding: twoCopies, concealed: 0.7, pesq: 3.35),
        Row(coding: twoCopies, concealed: 1.9, pesq: 2.88), Row(coding: twoCopies, concealed: 5.1, pesq: 2.09),
        Row(coding: twoCopies, concealed: 10.5, pesq: 1.5),
        Row(coding: twoCopies, concealed: 5.9, gaps: 1.5, pesq: 2.28),
        // 32 kbit/s with one copy; packets of 40 ms with 24 or 16 kbit/s, of 60 ms with 12 or 8.
        Row(coding: ReceivedCoding(packet: .milliseconds(20), copies: 1), pesq: 4.11),
        Row(coding: ReceivedCoding(packet: .milliseconds(40)), pesq: 3.73),
        Row(coding: ReceivedCoding(packet: .milliseconds(40)), pesq: 3.2),
        Row(coding: ReceivedCoding(packet: .milliseconds(60)), pesq: 2.53),
        Row(coding: ReceivedCoding(packet: .milliseconds(60)), pesq: 2.16),
    ])
    func `the score is within three tenths of PESQ`(row: Row) {
        #expect(abs(Self.score(row) - Self.opinion(pesq: row.pesq)) <= 0.3, "\(Self.score(row))")
    }

    /// Idd of ITU-T G.107 §7.4, computed apart.
    @Test(arguments: [
        (0, 0), (100, 0), (150, 0.164), (200, 3.044), (300, 14.761), (400, 24.07), (500, 30.636), (1000, 43.79),
    ])
    func `a delay costs what the E-model says, nothing up to a tenth of a second`(
        milliseconds: Int, impairment: Double
    ) {
        let rating = 93.2 - impairment
        let expected = 1 + 0.035 * rating + 0.000007 * rating * (rating - 60) * (100 - rating)
        var statistics = JitterStatistics()
        statistics.played = 10_000
        var heard = ReceiveQuality()
        heard.note(statistics, waiting: .milliseconds(milliseconds), coding: ReceivedCoding(packet: .milliseconds(20)))
        #expect(abs(MeanOpinionScore.estimate(of: heard, roundTrip: .zero) - expected) < 0.001)
    }

    @Test func `a frame rebuilt from a packet with copies, which has no error correction, counts as made up`() {
        let rebuilt = Self.score(Row(coding: Self.twoCopies, recovered: 1.9, pesq: 2.88))
        #expect(abs(rebuilt - Self.score(Row(coding: Self.twoCopies, concealed: 1.9, pesq: 2.88))) < 0.001)
    }

    @Test func `other codecs are not judged by the length of their packets`() {
        #expect(ReceivedCoding(packet: nil, copies: 0) == ReceivedCoding())
        #expect(Self.score(Row(coding: ReceivedCoding(), pesq: 4.32)) > 4.4)
    }
}
