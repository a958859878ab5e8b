internal import Foundation

/// Visits every state a machine can reach, breadth first, so that the first way it finds to a state is a shortest one.
///
/// What follows from the states of one depth is worked out on several cores, and entered in one order: counts, findings
/// and ways are the same on any number of cores.
public struct Explorer<M: Model>: Sendable {
    @usableFromInline let model: M
    @usableFromInline let bounds: ExplorationBounds
    @usableFromInline let stopsWhenBroken: Bool
    @usableFromInline let workers: Int

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - stopsWhenBroken: whether to stop at the first state that breaks `always` or `never`. The counts are then of
    ///     the part that was searched.
    ///   - workers: how many cores to use; by default all there are, up to eight.
    public init(
        _ model: M, bounds: ExplorationBounds = ExplorationBounds(), stopsWhenBroken: Bool = false, workers: Int? = nil
    ) {
        self.model = model
        self.bounds = bounds
        self.stopsWhenBroken = stopsWhenBroken
        self.workers = max(1, workers ?? min(8, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Searches.
    ///
    /// - Parameter progress: told what has been seen so far, at every depth and every ``progressInterval`` states.
    @inlinable public func run(progress: ((ExplorationCounts) -> Void)? = nil) -> Exploration<M.State, M.Action> {
        var search = Search<M>(properties: model.properties, progress: progress)
        var frontier = enter(&search)
        while !frontier.isEmpty, !(stopsWhenBroken && search.isBroken) {
            guard search.counts.depth < bounds.depthMax else {
                search.isCutOff = true
                break
            }
            let next = expand(&frontier, &search)
            frontier = next
            if !frontier.isEmpty { search.counts.depth += 1 }
            search.tellProgress()
        }
        return result(of: search, isComplete: !search.isCutOff && frontier.isEmpty)
    }

    @usableFromInline func result(of search: Search<M>, isComplete: Bool) -> Exploration<M.State, M.Action> {
        var counts = search.counts
        counts.states = search.table.count
        return Exploration(
            counts: counts, isComplete: isComplete,
            findings: zip(model.properties, search.witnesses).map { property, row in
                Finding(
                    property: property.name, expectation: property.expectation,
                    trace: row.flatMap { trace(to: $0, search.table) })
            })
    }

    /// In states: often enough for a person who watches, too seldom to cost anything.
    @inlinable public static var progressInterval: Int { 1 << 16 }

    @inlinable func enter(_ search: inout Search<M>) -> Frontier<M.State> {
        var frontier = Frontier<M.State>()
        for (choice, state) in model.initialStates.enumerated() {
            guard let row = search.table.insert(state.hashValue, parent: nil, choice: choice) else { continue }
            frontier.add(Visit(row: row, state: state))
        }
        return frontier
    }

    /// Visits the states of one depth, and returns those of the next. A block that was visited is let go of at once.
    @inlinable func expand(_ level: inout Frontier<M.State>, _ search: inout Search<M>) -> Frontier<M.State> {
        var next = Frontier<M.State>()
        while let block = level.takeBlock() {
            let open = search.openProperties
            let expansions = Expansion.all(
                of: block, model, known: search.table, properties: open, workers: workers)
            for (visit, expansion) in zip(block, expansions) {
                enter(expansion, of: visit, &search, into: &next)
                if stopsWhenBroken && search.isBroken { return next }
            }
        }
        return next
    }

    @inlinable func enter(
        _ expansion: Expansion<M>, of visit: Visit<M.State>, _ search: inout Search<M>,
        into next: inout Frontier<M.State>
    ) {
        search.counts.transitions += expansion.possible
        for successor in expansion.unknown {
            guard search.table.count < bounds.statesMax else {
                search.isCutOff = true
                break
            }
            guard
                let row = search.table.insert(
                    successor.fingerprint, parent: visit.row, choice: successor.choice)
            else { continue }
            next.add(Visit(row: row, state: successor.state))
            if row % Self.progressInterval == 0 { search.tellProgress() }
        }
        if expansion.possible == 0 { search.counts.terminal += 1 }
        search.note(expansion.witnessed, row: visit.row)
    }

    /// Walks the way to a state again.
    private func trace(to row: Int, _ table: StateTable) -> Trace<M.State, M.Action>? {
        let choices = table.choices(to: row)
        guard let first = choices.first, model.initialStates.indices.contains(first) else { return nil }
        let initial = model.initialStates[first]
        var state = initial
        var steps: [(action: M.Action, state: M.State)] = []
        for choice in choices.dropFirst() {
            let actions = model.actions(in: state)
            guard actions.indices.contains(choice), let after = model.step(state, actions[choice]) else { return nil }
            steps.append((actions[choice], after))
            state = after
        }
        return Trace(initial: initial, steps: steps)
    }
}
