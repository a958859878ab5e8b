/// What was measured of a call's sound.
public struct QualityReport: Hashable, Sendable {
    /// `nil` before enough was measured.
    public var score: OpinionScore?
    public var jitter: Duration?
    public var roundTrip: Duration?
    /// Of packets expected, in hundredths of a percent.
    public var lossHundredths: UInt16?

    public init(
        score: OpinionScore? = nil, jitter: Duration? = nil, roundTrip: Duration? = nil, lossHundredths: UInt16? = nil
    ) {
        self.score = score
        self.jitter = jitter
        self.roundTrip = roundTrip
        self.lossHundredths = lossHundredths
    }

    public var quality: QualityClass { QualityClass(score) }
    public var telnyxQuality: TelnyxQualityClass { TelnyxQualityClass(score) }
}
