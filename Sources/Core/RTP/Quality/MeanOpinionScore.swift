/// An estimate of what listeners would say of a call.
///
/// Source: ITU-T G.107; from the network's figures as the Telnyx SDK simplifies it (observed).
public enum MeanOpinionScore {
    /// The transmission rating with nothing wrong.
    private static let bestRating = 93.2
    /// Delay beyond which conversation suffers more.
    private static let noticedDelayMilliseconds = 177.3

    /// Percent of made-up sound at which half of everything is lost to the listener, chosen after PESQ of Opus with losses.
    private static let halvingPercent = 11.0

    /// 1…5, of what was heard.
    ///
    /// Half of the round trip and what sound waits at this end count as delay.
    public static func estimate(of heard: HeardQuality, roundTrip: Duration) -> Double {
        let delay = (heard.waiting + roundTrip / 2) / .milliseconds(1)
        // Made up from nothing is worse than rebuilt from what error correction kept, and comes in rows.
        let percent = 100 * (1.6 * heard.concealed + 0.9 * heard.recovered)
        return score(
            rating: bestRating - delayImpairment(of: delay) - 95 * percent / (percent + halvingPercent))
    }

    /// 1…5 from the network's figures alone, or NaN when jitter or round trip is not finite.
    ///
    /// Loss counts packets of the same span of time; negative loss (duplicates) counts as none.
    public static func estimate(
        jitterMilliseconds jitter: Double, roundTripMilliseconds roundTrip: Double, packetsReceived: UInt64,
        packetsLost: Int64
    ) -> Double {
        guard jitter.isFinite, roundTrip.isFinite else { return .nan }
        let delayImpairment = delayImpairment(of: jitter + roundTrip / 2)
        let lost = Double(max(packetsLost, 0))
        let total = Double(packetsReceived) + lost
        let lossPercent = total > 0 ? 100 * lost / total : 0
        let lossImpairment = 20 * NaturalLogarithm.of(1 + lossPercent)
        return score(rating: bestRating - delayImpairment - lossImpairment)
    }

    private static func delayImpairment(of milliseconds: Double) -> Double {
        0.024 * milliseconds + 0.11 * max(milliseconds - noticedDelayMilliseconds, 0)
    }

    private static func score(rating: Double) -> Double {
        // Below zero the cubic turns upwards and would call the worst network excellent; G.107 annex B stops at zero.
        let rating = max(rating, 0)
        let score = 1 + 0.035 * rating + 0.000007 * rating * (rating - 60) * (100 - rating)
        return min(max(score, 1), 5)
    }
}
