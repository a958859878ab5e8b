package import Explorer

/// A named machine with its surroundings, which is one line of `carillon explore`.
package struct Scope: Sendable {
    /// A list of its contents, such as `exchange: 3 devices, 1 drop, 1 double`. Its recorded counts are stored under
    /// this name.
    package let name: String
    private let search: @Sendable (ExplorationBounds?, Int?, ((ExplorationCounts) -> Void)?) -> ScopeReport

    /// - Parameters:
    ///   - bounds: the bounds of the search; by default it visits all states.
    ///   - unasked: names of properties with `sometimes` that a bounded search need not show.
    ///   - explain: returns remarks about a state that breaks a property, one per line.
    package init<M: Model>(
        _ name: String, bounds: ExplorationBounds = ExplorationBounds(), unasked: [String] = [], _ model: M,
        explain: @escaping @Sendable (M.State) -> [String] = { _ in [] }
    ) where M.Action: CustomStringConvertible {
        self.name = name
        search = { given, workers, progress in
            let exploration = Explorer(model, bounds: given ?? bounds, workers: workers).run(progress: progress)
            return ScopeReport(
                name: name, counts: exploration.counts, isComplete: exploration.isComplete,
                broken: exploration.broken.filter { broken in
                    // Within the scope's own bounds, the search must show every property with `sometimes`.
                    broken.trace != nil || exploration.isComplete || given == nil && !unasked.contains(broken.property)
                }.map {
                    ScopeReport.Broken(
                        property: $0.property, trace: $0.trace?.actions.map(\.description),
                        remarks: $0.trace.map { explain($0.last) } ?? [])
                })
        }
    }

    /// Visits all states within the bounds.
    ///
    /// - Parameters:
    ///   - bounds: bounds to use instead of the scope's own.
    ///   - workers: the number of cores to use; by default all.
    package func explore(
        bounds: ExplorationBounds? = nil, workers: Int? = nil, progress: ((ExplorationCounts) -> Void)? = nil
    ) -> ScopeReport {
        search(bounds, workers, progress)
    }
}

extension Scope: CustomStringConvertible {
    package var description: String { name }
}

/// The result of a search of one scope.
package struct ScopeReport: Sendable {
    /// A property that the machine does not have.
    package struct Broken: Sendable {
        package let property: String
        /// A shortest path to a state that breaks the property, as actions; nil if a required state was not reached.
        package let trace: [String]?
        /// Remarks about that state.
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

    /// `holds`, `holds so far` if a bound was reached, or `broken`.
    package var verdict: String {
        broken.isEmpty ? (isComplete ? "holds" : "holds so far") : "broken"
    }
}
