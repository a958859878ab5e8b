public import MediaEngine
public import RTP

/// How a call sounds, once a second while media is connected.
public struct CallQuality: Hashable, Sendable {
    public let statistics: MediaStatistics

    public init(_ statistics: MediaStatistics) { self.statistics = statistics }

    /// 1…5 by the E-model; nil until jitter and round trip are known.
    public var meanOpinionScore: Double? { statistics.meanOpinionScore }
    public var jitterMilliseconds: Double { statistics.jitterMilliseconds }
    public var roundTripMilliseconds: Double? { statistics.roundTripMilliseconds }
    /// Of what we receive, since the previous report, 0…1.
    public var lossFraction: Double { statistics.recentFractionLost }

    /// The score in words.
    public var rating: QualityRating {
        meanOpinionScore.map { QualityRating(meanOpinionScore: $0) } ?? .unknown
    }
}
