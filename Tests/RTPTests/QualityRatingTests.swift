import RTP
import Testing

/// The bands, and the scores the Telnyx SDK's own tests hold.
struct QualityRatingTests {
    @Test(arguments: [
        (5.0, QualityRating.excellent), (4.3, .excellent), (4.2, .good), (4.15, .good), (4.1, .good), (4.05, .fair),
        (4.0, .fair), (3.8, .fair), (3.7, .fair), (3.65, .poor), (3.5, .poor), (3.1, .poor), (3.0, .bad), (1.0, .bad),
        (0.0, .bad), (-1.0, .bad), (.nan, .unknown), (.infinity, .unknown), (-.infinity, .unknown),
    ])
    func `every score falls into exactly one band`(score: Double, quality: QualityRating) {
        #expect(QualityRating(meanOpinionScore: score) == quality)
    }

    // Computed independently, with the formula in Python.
    @Test(arguments: [
        (0.0, 0.0, UInt64(0), Int64(0), 4.409_285_824),
        (5, 40, 1000, 0, 4.397_371_768),
        (20, 100, 950, 50, 2.874_428_737_304_731),
        (40, 400, 1000, 10, 3.442_553_104_048_396),
        (100, 800, 500, 500, 1.0),
    ])
    func `the score follows the E-model`(
        jitter: Double, roundTrip: Double, received: UInt64, lost: Int64, score: Double
    ) {
        let found = MeanOpinionScore.estimate(
            jitterMilliseconds: jitter, roundTripMilliseconds: roundTrip, packetsReceived: received, packetsLost: lost)
        #expect(abs(found - score) < 1e-9)
    }

    @Test(arguments: [(Double.infinity, 10.0), (10, .infinity), (.nan, 10), (10, -.infinity)])
    func `without jitter or round trip, no score is given`(jitter: Double, roundTrip: Double) {
        let found = MeanOpinionScore.estimate(
            jitterMilliseconds: jitter, roundTripMilliseconds: roundTrip, packetsReceived: 10, packetsLost: 0)
        #expect(found.isNaN)
        #expect(QualityRating(meanOpinionScore: found) == .unknown)
    }

    @Test func `a worse network never scores better`() {
        var previous = 5.0
        for step in 0...600 {
            let score = MeanOpinionScore.estimate(
                jitterMilliseconds: Double(step), roundTripMilliseconds: Double(step * 10), packetsReceived: 1000,
                packetsLost: Int64(step))
            #expect(score <= previous && score >= 1)
            previous = score
        }
    }
}
