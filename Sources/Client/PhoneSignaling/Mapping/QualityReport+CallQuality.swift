package import CarillonRTC
package import PhoneCore

extension QualityReport {
    /// What was measured, in the phone's words.
    package init(_ quality: CallQuality) {
        self.init(
            score: quality.meanOpinionScore.flatMap(OpinionScore.init(_:)),
            jitter: Self.duration(quality.jitterMilliseconds),
            roundTrip: quality.roundTripMilliseconds.flatMap(Self.duration),
            lossHundredths: Self.hundredths(quality.lossFraction))
    }

    /// Bounded, so that a measurement gone wrong does no harm.
    private static func duration(_ milliseconds: Double) -> Duration? {
        guard milliseconds.isFinite, milliseconds >= 0 else { return nil }
        return .milliseconds(min(milliseconds, 60_000))
    }

    /// Of a per cent; bounded likewise.
    private static func hundredths(_ fraction: Double) -> UInt16? {
        guard fraction.isFinite else { return nil }
        return UInt16((min(max(fraction, 0), 1) * 10_000).rounded())
    }
}
