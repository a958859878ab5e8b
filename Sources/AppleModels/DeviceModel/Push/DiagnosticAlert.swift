/// An alert shown to developers and testers.
public enum DiagnosticAlert: Hashable, Sendable {
    /// A push was not reported.
    case missingReport
    /// Pushes are not delivered any more.
    case deliveryStopped
}
