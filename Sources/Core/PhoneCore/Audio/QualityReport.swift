/// Measurements of a call's audio quality.
public struct QualityReport: Hashable, Sendable {
    /// `nil` while there are too few measurements.
    public var score: OpinionScore?
    /// The interarrival jitter of received packets; `nil` if it was not measured.
    public var jitter: Duration?
    /// The time to the other side and back; `nil` if the other side has not reported yet.
    public var roundTrip: Duration?
    /// The loss among the expected packets, in hundredths of a percent.
    public var lossHundredths: UInt16?
    /// The longest time without a packet since the former report; `nil` if none was expected or the engine does not tell.
    public var gap: Duration?
    /// The kind of this side's address in use: `host`, `srflx`, `prflx` or `relay`; `nil` while unknown.
    public var route: String?
    /// The address of the relay in use; `nil` without one, or if the engine does not tell.
    public var relay: String?
    /// The sound that concealment has made since the call began; `nil` if it was not measured.
    public var concealed: Duration?
    /// Why media was negotiated over another path since the former report, in the words of `RestartReason`; `nil` if it
    /// was not.
    public var restart: String?
    /// Whether relays were configured, and none of them has given a candidate since the former report.
    public var relaysUnavailable: Bool

    public init(
        score: OpinionScore? = nil, jitter: Duration? = nil, roundTrip: Duration? = nil, lossHundredths: UInt16? = nil,
        gap: Duration? = nil, route: String? = nil, relay: String? = nil, concealed: Duration? = nil,
        restart: String? = nil, relaysUnavailable: Bool = false
    ) {
        self.score = score
        self.jitter = jitter
        self.roundTrip = roundTrip
        self.lossHundredths = lossHundredths
        self.gap = gap
        self.route = route
        self.relay = relay
        self.concealed = concealed
        self.restart = restart
        self.relaysUnavailable = relaysUnavailable
    }

    /// The score in the words of Z360's screens.
    public var quality: QualityClass { QualityClass(score) }
    /// The score in Telnyx's words, which have other bounds.
    public var telnyxQuality: TelnyxQualityClass { TelnyxQualityClass(score) }
}

/// The mean opinion score of a call, in hundredths: 100 (bad) to 500 (excellent).
public struct OpinionScore: Hashable, Comparable, Sendable, Codable {
    /// The score times 100, within 100…500.
    public let hundredths: UInt16

    /// Creates a score and limits it to the bounds; `nil` if the value is not finite.
    public init?(_ score: Double) {
        guard score.isFinite else { return nil }
        hundredths = UInt16(min(max(score, 1), 5) * 100 + 0.5)
    }

    /// Creates a score from hundredths and limits it to the bounds.
    public init(hundredths: UInt16) {
        self.hundredths = min(max(hundredths, 100), 500)
    }

    /// The score, 1…5.
    public var value: Double { Double(hundredths) / 100 }

    public static func < (left: OpinionScore, right: OpinionScore) -> Bool { left.hundredths < right.hundredths }
}

/// The quality of a call in the words of the screens of Z360's app.
public enum QualityClass: String, CaseIterable, Hashable, Sendable, Codable {
    case good
    case fair
    case poor
    case unknown

    /// 4.0 and above is good, 3.5 and above fair, the rest poor.
    public init(_ score: OpinionScore?) {
        switch score?.hundredths {
        case nil: self = .unknown
        case .some(400...): self = .good
        case .some(350...): self = .fair
        default: self = .poor
        }
    }
}

/// The quality of a call in Telnyx's words. Source: Telnyx WebRTC iOS SDK 4.1.2, `MOSCalculator` (observed).
public enum TelnyxQualityClass: String, CaseIterable, Hashable, Sendable, Codable {
    case excellent
    case good
    case fair
    case poor
    case bad
    case unknown

    /// Above 4.2 excellent, from 4.1 good, from 3.7 fair, from 3.1 poor, else bad.
    public init(_ score: OpinionScore?) {
        switch score?.hundredths {
        case nil: self = .unknown
        case .some(421...): self = .excellent
        case .some(410...): self = .good
        case .some(370...): self = .fair
        case .some(310...): self = .poor
        default: self = .bad
        }
    }
}
