/// Something about a push that was not as it should be. Safe to log: it holds nothing of the content.
public struct PushFault: Hashable, Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// More bytes, values or levels than a push may have; what stands at the top was read nonetheless.
        case tooLarge
        /// The bytes are no JSON document.
        case notJSON
        /// A value of a type that cannot mean this.
        case wrongType
        /// Text that is not written as this must be.
        case malformed
        /// Longer than its bound, and cut there.
        case cut
        /// Holds signs that must not reach a screen; they were left out.
        case cleaned
        /// Needed, and not there.
        case missing
        /// Written by a later version than this reader knows.
        case newerVersion
        /// Two places of the push say different things; the first was believed.
        case contradicted
        /// Sealed with another key, for another call, or damaged.
        case unopened
    }

    /// Where.
    public let field: PushField
    /// What.
    public let problem: Problem

    public init(_ field: PushField, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }

    public var description: String { "\(field.rawValue): \(problem.rawValue)" }
}
