/// An estimate of what listeners would say of a call, from the network's figures.
///
/// Source: ITU-T G.107 as simplified by the Telnyx SDK (observed).
public enum MeanOpinionScore {
    /// The transmission rating with nothing wrong.
    private static let bestRating = 93.2
    /// Delay beyond which conversation suffers more.
    private static let noticedDelayMilliseconds = 177.3

    /// 1…5, or NaN when jitter or round trip is not finite.
    ///
    /// Loss counts packets of the same span of time; negative loss (duplicates) counts as none.
    public static func estimate(
        jitterMilliseconds jitter: Double, roundTripMilliseconds roundTrip: Double, packetsReceived: UInt64,
        packetsLost: Int64
    ) -> Double {
        guard jitter.isFinite, roundTrip.isFinite else { return .nan }
        let delay = jitter + roundTrip / 2
        var delayImpairment = 0.024 * delay
        if delay > noticedDelayMilliseconds { delayImpairment += 0.11 * (delay - noticedDelayMilliseconds) }
        let lost = Double(max(packetsLost, 0))
        let total = Double(packetsReceived) + lost
        let lossPercent = total > 0 ? 100 * lost / total : 0
        let lossImpairment = 20 * NaturalLogarithm.of(1 + lossPercent)
        // Below zero the cubic turns upwards and would call the worst network excellent; G.107 annex B stops at zero.
        let rating = max(bestRating - delayImpairment - lossImpairment, 0)
        let score = 1 + 0.035 * rating + 0.000007 * rating * (rating - 60) * (100 - rating)
        return min(max(score, 1), 5)
    }
}
