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
