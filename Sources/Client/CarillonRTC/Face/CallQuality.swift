public import MediaEngine

/// How a call sounds, once a second while media is connected.
public struct CallQuality: Hashable, Sendable {
    /// Bands of the mean opinion score. Source: the Telnyx SDK's `CallQuality` (observed).
    public enum Rating: String, Hashable, Sendable {
        case excellent, good, fair, poor, bad, unknown
    }

    public let statistics: MediaStatistics

    public init(_ statistics: MediaStatistics) { self.statistics = statistics }

    /// 1…5 by the E-model; nil until jitter and round trip are known.
    public var meanOpinionScore: Double? { statistics.meanOpinionScore }
    public var jitterMilliseconds: Double { statistics.jitterMilliseconds }
    public var roundTripMilliseconds: Double? { statistics.roundTripMilliseconds }
    /// Of what we receive, since the previous report, 0…1.
    public var lossFraction: Double { statistics.recentFractionLost }

    public var rating: Rating {
        guard let score = meanOpinionScore, score.isFinite else { return .unknown }
        return switch score {
        case _ where score > 4.2: .excellent
        case 4.1...: .good
        case 3.7...: .fair
        case 3.1...: .poor
        default: .bad
        }
    }
}
