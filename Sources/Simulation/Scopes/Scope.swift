package import Explorer

/// A machine with its surroundings, under a name: one line of `carillon explore`.
package struct Scope: Sendable {
    /// What is in it, in the words of a list: `exchange: 3 devices, 1 drop, 1 double`. Names its recorded counts.
    package let name: String
    private let search: @Sendable (ExplorationBounds?, Int?, ((ExplorationCounts) -> Void)?) -> ScopeReport

    /// - Parameters:
    ///   - bounds: where the search stops; by default it goes on to the last state.
    ///   - unasked: what a bounded search need not come to see: names of properties with `sometimes`.
    ///   - explain: what a person should know of a state that breaks a promise, a line each.
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
                    // Within the scope's own bounds the search is to come to what it was made for.
                    broken.trace != nil || exploration.isComplete || given == nil && !unasked.contains(broken.property)
                }.map {
                    ScopeReport.Broken(
                        property: $0.property, trace: $0.trace?.actions.map(\.description),
                        remarks: $0.trace.map { explain($0.last) } ?? [])
                })
        }
    }

    /// Visits every state within the bounds.
    ///
    /// - Parameters:
    ///   - bounds: instead of the scope's own.
    ///   - workers: how many cores; by default all.
    package func explore(
        bounds: ExplorationBounds? = nil, workers: Int? = nil, progress: ((ExplorationCounts) -> Void)? = nil
    ) -> ScopeReport {
        search(bounds, workers, progress)
    }
}

extension Scope: CustomStringConvertible {
    package var description: String { name }
}
