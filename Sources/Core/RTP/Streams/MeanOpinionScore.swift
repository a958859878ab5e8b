/// An estimate of how listeners would rate a call.
///
/// Source: ITU-T G.107; the estimate from network figures as the Telnyx SDK simplifies it (observed).
public enum MeanOpinionScore {
    /// The transmission rating of a perfect connection.
    private static let bestRating = 93.2
    /// The delay beyond which a conversation suffers more.
    private static let noticedDelayMilliseconds = 177.3

    /// The percentage of concealed sound that halves the rating.
    private static let halvingPercent = 5.2

    /// Estimates the score, 1…5, from the quality at the receiver.
    ///
    /// Half of the round trip and the time sound waits in the buffer count as delay, by the E-model itself and not by
    /// its usual simplification, which counts up to nine points more. The other numbers are fitted to PESQ of speech that
    /// was coded by Opus with such losses, scaled so that whole speech at 40 kbit/s has the best score.
    public static func estimate(of heard: ReceiveQuality, roundTrip: Duration) -> Double {
        let delay = (heard.waiting + roundTrip / 2) / .milliseconds(1)
        // The second concealed frame of a gap costs half of the first one.
        let rebuilt = heard.coding.copies > 0 ? heard.recovered : 0.05 * heard.recovered
        let percent = 100 * ((heard.concealed + heard.gaps) / 2 + rebuilt)
        let whole = bestRating - heard.coding.impairment - correctionImpairment(of: heard)
        return score(rating: whole * halvingPercent / (percent + halvingPercent) - interactionImpairment(of: delay))
    }

    /// In-band error correction takes its bits from the sound. It is in use if something was recovered by it. A sender
    /// of copies makes none, so frames rebuilt then were concealed.
    private static func correctionImpairment(of heard: ReceiveQuality) -> Double {
        heard.coding.copies > 0 ? 0 : 17 * min(100 * heard.recovered, 1)
    }

    /// The reduction of the rating by a delay, which disturbs who speaks when.
    ///
    /// Source: Idd of ITU-T G.107 (06/2015) §7.4, with the delay sensitivity of its table 1 for usual telephony (mT 100 ms,
    /// sT 1).
    private static func interactionImpairment(of milliseconds: Double) -> Double {
        guard milliseconds > 100 else { return 0 }
        let doublings = NaturalLogarithm.of(milliseconds / 100) / NaturalLogarithm.of(2)
        func term(_ x: Double) -> Double { sixthRoot(1 + x * x * x * x * x * x) }
        return 25 * (term(doublings) - 3 * term(doublings / 3) + 2)
    }

    /// For one and more: Newton's method for the cube root of the square root.
    private static func sixthRoot(_ x: Double) -> Double {
        let square = x.squareRoot()
        var root = square
        for _ in 0..<50 { root = (2 * root + square / (root * root)) / 3 }
        return root
    }

    /// Estimates the score, 1…5, from network figures alone. NaN if jitter or round trip is not finite.
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
        // Below zero the cubic rises again and would rate the worst network as excellent; G.107 annex B stops at
        // zero.
        let rating = max(rating, 0)
        let score = 1 + 0.035 * rating + 0.000007 * rating * (rating - 60) * (100 - rating)
        return min(max(score, 1), 5)
    }
}

/// The quality of a received stream lately: how much of it was concealed, and how long it waited.
public struct ReceiveQuality: Hashable, Sendable {
    /// The weight of the latest note. With a note every second, the quality covers some five seconds.
    private static let share = 0.3

    /// The share of concealed frames, 0…1.
    public private(set) var concealed = 0.0
    /// The share of frames that begin a gap of concealed ones, 0…1.
    public private(set) var gaps = 0.0
    /// The share of frames recovered by error correction, 0…1.
    public private(set) var recovered = 0.0
    /// How the sound was coded that arrived last.
    public private(set) var coding = ReceivedCoding()
    /// The delay in the jitter buffer.
    public private(set) var waiting = Duration.zero
    private var before = JitterStatistics()
    private var isFirst = true

    public init() {}

    /// Notes the buffer's counts, about once a second.
    public mutating func note(
        _ statistics: JitterStatistics, waiting: Duration, coding: ReceivedCoding = ReceivedCoding()
    ) {
        defer { before = statistics }
        self.coding = coding
        // Another stream has begun to count from zero.
        if statistics.played < before.played { before = JitterStatistics() }
        let played = Double(statistics.played - before.played)
        var concealed = Double(statistics.concealed - min(before.concealed, statistics.concealed))
        var gaps = Double(statistics.gaps - min(before.gaps, statistics.gaps))
        let recovered = Double(statistics.recovered - min(before.recovered, statistics.recovered))
        var all = played + concealed + recovered
        if all == 0, statistics.silent > before.silent, statistics.played > 0 {
            // No packet came for so long that concealment has ended.
            (concealed, gaps, all) = (1, 1, 1)
        }
        guard all > 0 else { return }
        let share = isFirst ? 1 : Self.share
        isFirst = false
        self.concealed += (concealed / all - self.concealed) * share
        self.gaps += (gaps / all - self.gaps) * share
        self.recovered += (recovered / all - self.recovered) * share
        self.waiting += (waiting - self.waiting) * share
    }
}

/// How received speech was coded, as far as its packets tell.
///
/// A packet does not tell the bit rate that the sender chose, and a silence takes few bits at any. So the length of the
/// packets and the copies in them stand for it: by them a sender like ours shows its level (``RateController``).
public struct ReceivedCoding: Hashable, Sendable {
    /// The length of a packet of Opus; nil for other codecs.
    public var packet: Duration?
    /// How many earlier packets each repeats.
    public var copies: Int

    public init(packet: Duration? = nil, copies: Int = 0) {
        self.packet = packet
        self.copies = copies
    }

    /// The reduction of the rating by the coding: by PESQ, none at 40 kbit/s, 8 at 32, 19 at 24, 25 at 20, 47 at 10.
    var impairment: Double {
        guard let packet else { return 0 }
        if packet >= .milliseconds(50) { return 47 }
        if packet >= .milliseconds(30) { return 25 }
        return copies == 0 ? 0 : copies == 1 ? 8 : 19
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
    /// The score is not known.
    case unknown

    /// A score that is not finite gives ``unknown``.
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

/// The natural logarithm, which the standard library lacks; the core imports no other library.
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
