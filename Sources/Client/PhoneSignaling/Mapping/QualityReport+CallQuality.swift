import CarillonRTC
import PhoneCore

extension QualityReport {
    /// What was measured, in the phone's words.
    init(_ quality: CallQuality) {
        self.init(
            score: quality.meanOpinionScore.flatMap(OpinionScore.init(_:)),
            jitter: Self.duration(quality.jitterMilliseconds),
            roundTrip: quality.roundTripMilliseconds.flatMap(Self.duration),
            lossHundredths: UInt16((min(max(quality.lossFraction, 0), 1) * 10_000).rounded()))
    }

    /// Bounded, so that a measurement gone wrong does no harm.
    private static func duration(_ milliseconds: Double) -> Duration? {
        guard milliseconds.isFinite, milliseconds >= 0 else { return nil }
        return .milliseconds(min(milliseconds, 60_000))
    }
}
