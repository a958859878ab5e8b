/// What becomes of a rule here.
public enum RuleRole: String, Hashable, Sendable, CaseIterable {
    /// The model behaves so, and a test proves it.
    case enacted
    /// Something to heed when writing an app or a server; no framework would notice.
    case advice
}
