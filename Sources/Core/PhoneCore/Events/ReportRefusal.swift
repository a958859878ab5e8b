/// Why the system refused a report. Source: C25, the codes of `CXErrorCodeIncomingCallError`.
public enum ReportRefusal: String, CaseIterable, Hashable, Sendable {
    case unknown
    case unentitled
    /// A call of that name lives: what a report made again expects to hear.
    case alreadyExists
    case filteredByDoNotDisturb
    case filteredByBlockList
    case filteredBySensitiveness
    /// The system has as many calls as it takes.
    case limitReached
}
