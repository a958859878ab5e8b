/// Why the system took a report.
public enum ReportPurpose: String, CaseIterable, Hashable, Sendable {
    /// A new call.
    case announce
    /// A call that was announced already: another push of it came, and every push must be reported.
    case again
    /// A call that is to be ended at once: nothing worth ringing for, but every push must be reported.
    case throwaway
}
