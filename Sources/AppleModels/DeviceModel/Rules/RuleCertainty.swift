/// How sure a rule is, the surest first.
public enum RuleCertainty: String, Hashable, Sendable, CaseIterable {
    /// Apple's documentation says so.
    case documented
    /// An engineer of Apple says so, on the developer forums.
    case stated
    /// Developers saw it happen.
    case observed
    /// A re-implementation that answers like the release does it so.
    case reverseEngineered = "reverse-engineered"
    /// Concluded here from the others. A test would notice if the model did otherwise; no device has confirmed it.
    case assumed
}
