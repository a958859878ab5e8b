package import Explorer

/// What a search of one scope came to.
package struct ScopeReport: Sendable {
    /// A property the machine does not have.
    package struct Broken: Sendable {
        package let property: String
        /// A shortest way to a state that breaks it, an action each; nil if what should be reachable is not.
        package let trace: [String]?
        /// What is known of that state.
        package let remarks: [String]

        package init(property: String, trace: [String]?, remarks: [String]) {
            self.property = property
            self.trace = trace
            self.remarks = remarks
        }
    }

    package let name: String
    package let counts: ExplorationCounts
    /// Whether every reachable state was visited.
    package let isComplete: Bool
    package let broken: [Broken]

    package init(name: String, counts: ExplorationCounts, isComplete: Bool, broken: [Broken]) {
        self.name = name
        self.counts = counts
        self.isComplete = isComplete
        self.broken = broken
    }

    /// `holds`, `holds so far` if a bound was met, or `broken`.
    package var verdict: String {
        broken.isEmpty ? (isComplete ? "holds" : "holds so far") : "broken"
    }
}
