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

/// What was heard of a stream lately: how much of it was made up, and how long it waited.
public struct HeardQuality: Hashable, Sendable {
    /// How much the latest note counts: noted every second, what was heard counts for some five seconds.
    private static let share = 0.3

    /// Share of frames that were made up from what was heard before, 0…1.
    public private(set) var concealed = 0.0
    /// Share of frames that were rebuilt from error correction, 0…1.
    public private(set) var recovered = 0.0
    /// In the jitter buffer.
    public private(set) var waiting = Duration.zero
    private var before = JitterStatistics()
    private var isFirst = true

    public init() {}

    /// Takes the buffer's counts, about once a second.
    public mutating func note(_ statistics: JitterStatistics, waiting: Duration) {
        defer { before = statistics }
        // Another stream began its counts anew.
        if statistics.played < before.played { before = JitterStatistics() }
        let played = Double(statistics.played - before.played)
        var concealed = Double(statistics.concealed - min(before.concealed, statistics.concealed))
        let recovered = Double(statistics.recovered - min(before.recovered, statistics.recovered))
        var all = played + concealed + recovered
        if all == 0, statistics.silent > before.silent, statistics.played > 0 {
            // Nothing came for so long that nothing is made up any more.
            (concealed, all) = (1, 1)
        }
        guard all > 0 else { return }
        let share = isFirst ? 1 : Self.share
        isFirst = false
        self.concealed += (concealed / all - self.concealed) * share
        self.recovered += (recovered / all - self.recovered) * share
        self.waiting += (waiting - self.waiting) * share
    }
}

/// A mean opinion score in words.
///
/// Source: observed in the Telnyx SDK, gaps between its documented bands closed.
public enum QualityRating: String, Hashable, Sendable, CaseIterable, Codable {
    /// Above 4.2.
    case excellent
    /// 4.1…4.2.
    case good
    /// From 3.7.
    case fair
    /// From 3.1.
    case poor
    /// Below 3.1.
    case bad
    /// Not known.
    case unknown

    public init(meanOpinionScore score: Double) {
        guard score.isFinite else {
            self = .unknown
            return
        }
        if score > 4.2 {
            self = .excellent
        } else if score >= 4.1 {
            self = .good
        } else if score >= 3.7 {
            self = .fair
        } else if score >= 3.1 {
            self = .poor
        } else {
            self = .bad
        }
    }
}

/// The natural logarithm, since the standard library has none and the core imports nothing else.
enum NaturalLogarithm {
    private static let two = 0.693_147_180_559_945_3

    /// For finite arguments above zero; within 1e-15 of the true value, relative to its size or to one.
    ///
    /// x = m·2^e with m in 0.7…1.5, and ln m = 2·(z + z³/3 + z⁵/5 + …) with z = (m−1)/(m+1), at most 0.2.
    static func of(_ x: Double) -> Double {
        precondition(x > 0 && x.isFinite)
        var mantissa = x.significand
        var exponent = Double(x.exponent)
        if mantissa > 1.414 {
            mantissa /= 2
            exponent += 1
        }
        let z = (mantissa - 1) / (mantissa + 1)
        let square = z * z
        var term = z
        var sum = 0.0
        for divisor in stride(from: 1.0, through: 25, by: 2) {
            sum += term / divisor
            term *= square
        }
        return exponent * two + 2 * sum
    }
}
