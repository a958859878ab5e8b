public import Dispatch
internal import Foundation
public import Synchronization

/// Visits every state that a machine can reach, breadth first, so that the first path to a state is a shortest one.
///
/// The states of one depth are expanded on several cores and entered in a fixed order, so that counts, findings and
/// paths are the same on any number of cores.
public struct Explorer<M: Model>: Sendable {
    @usableFromInline let model: M
    @usableFromInline let bounds: ExplorationBounds
    @usableFromInline let stopsWhenBroken: Bool
    @usableFromInline let workers: Int

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - stopsWhenBroken: whether to stop at the first state that breaks `always` or `never`. The counts then cover
    ///     only the searched part.
    ///   - workers: the number of cores to use; by default all active ones, up to eight.
    public init(
        _ model: M, bounds: ExplorationBounds = ExplorationBounds(), stopsWhenBroken: Bool = false, workers: Int? = nil
    ) {
        self.model = model
        self.bounds = bounds
        self.stopsWhenBroken = stopsWhenBroken
        self.workers = max(1, workers ?? min(8, ProcessInfo.processInfo.activeProcessorCount))
    }

    /// Runs the search.
    ///
    /// - Parameter progress: called with the counts so far, at every depth and every ``progressInterval`` states.
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
            search.reportProgress()
        }
        return result(of: search, isComplete: !search.isCutOff && frontier.isEmpty)
    }

    @usableFromInline func result(of search: Search<M>, isComplete: Bool) -> Exploration<M.State, M.Action> {
        var counts = search.counts
        counts.states = search.table.count
        return Exploration(
            counts: counts, isComplete: isComplete,
            findings: zip(model.properties, search.witnesses).map { property, row in
                PropertyResult(
                    property: property.name, expectation: property.expectation,
                    trace: row.flatMap { trace(to: $0, search.table) })
            })
    }

    /// The interval of progress calls, in states: often enough for a watching person, and rare enough to cost nothing.
    @inlinable public static var progressInterval: Int { 1 << 16 }

    @inlinable func enter(_ search: inout Search<M>) -> Frontier<M.State> {
        var frontier = Frontier<M.State>()
        for (choice, state) in model.initialStates.enumerated() {
            guard let row = search.table.insert(state.hashValue, parent: nil, choice: choice) else { continue }
            frontier.add(Visit(row: row, state: state))
        }
        return frontier
    }

    /// Visits the states of one depth and returns those of the next. A visited block is released at once.
    @inlinable func expand(_ level: inout Frontier<M.State>, _ search: inout Search<M>) -> Frontier<M.State> {
        var next = Frontier<M.State>()
        while let block = level.nextBlock() {
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
            if row % Self.progressInterval == 0 { search.reportProgress() }
        }
        if expansion.possible == 0 { search.counts.terminal += 1 }
        search.note(expansion.witnessed, row: visit.row)
    }

    /// Repeats the steps from an initial state to a state of the table.
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

/// The data of a running search.
@usableFromInline struct Search<M: Model> {
    @usableFromInline let properties: [Property<M.State>]
    @usableFromInline let progress: ((ExplorationCounts) -> Void)?
    @usableFromInline var table = StateTable()
    @usableFromInline var counts = ExplorationCounts(states: 0, transitions: 0, depth: 0, terminal: 0)
    /// For each property, the row of the first state that breaks or shows it.
    @usableFromInline var witnesses: [Int?]
    @usableFromInline var isBroken = false
    @usableFromInline var isCutOff = false

    @inlinable init(properties: [Property<M.State>], progress: ((ExplorationCounts) -> Void)?) {
        self.properties = properties
        self.progress = progress
        witnesses = Array(repeating: nil, count: properties.count)
    }

    /// The properties without a witness so far, with their indices.
    @inlinable var openProperties: [(index: Int, property: Property<M.State>)] {
        properties.indices.filter { witnesses[$0] == nil }.map { ($0, properties[$0]) }
    }

    @inlinable mutating func reportProgress() {
        counts.states = table.count
        progress?(counts)
    }

    /// Records that a state breaks or shows properties, unless an earlier state did.
    @inlinable mutating func note(_ indices: [Int], row: Int) {
        for index in indices where witnesses[index] == nil {
            witnesses[index] = row
            if properties[index].expectation != .sometimes { isBroken = true }
        }
    }
}

/// The successors of one state, and the properties that the state breaks or shows.
@usableFromInline struct Expansion<M: Model>: Sendable {
    /// A state one step away that the table does not contain yet.
    @usableFromInline struct Successor: Sendable {
        @usableFromInline let choice: Int
        @usableFromInline let fingerprint: Int
        @usableFromInline let state: M.State

        @inlinable init(choice: Int, fingerprint: Int, state: M.State) {
            self.choice = choice
            self.fingerprint = fingerprint
            self.state = state
        }
    }

    /// The number of possible actions.
    @usableFromInline var possible = 0
    @usableFromInline var unknown: [Successor] = []
    /// The indices of properties that the state breaks, or shows for `sometimes`.
    @usableFromInline var witnessed: [Int] = []

    @inlinable init(
        of state: M.State, _ model: M, known table: StateTable,
        properties: [(index: Int, property: Property<M.State>)]
    ) {
        var choice = -1
        for action in model.actions(in: state) {
            choice += 1
            guard let after = model.step(state, action) else { continue }
            possible += 1
            let fingerprint = after.hashValue
            guard !table.contains(fingerprint) else { continue }
            unknown.append(Successor(choice: choice, fingerprint: fingerprint, state: after))
        }
        for (index, property) in properties where property.isWitnessed(by: state, isTerminal: possible == 0) {
            witnessed.append(index)
        }
    }

    /// The least number of states for which another core is used.
    @inlinable static var shareMin: Int { 32 }

    /// The expansions of all states of a block, in order.
    @inlinable static func all(
        of block: [Visit<M.State>], _ model: M, known table: StateTable,
        properties: [(index: Int, property: Property<M.State>)], workers: Int
    ) -> [Expansion] {
        let shares = max(1, min(workers, block.count / shareMin))
        let expand = { @Sendable (part: ArraySlice<Visit<M.State>>) in
            part.map { Expansion(of: $0.state, model, known: table, properties: properties) }
        }
        guard shares > 1 else { return expand(block[...]) }
        let results = Mutex<[[Expansion]]>(Array(repeating: [], count: shares))
        DispatchQueue.concurrentPerform(iterations: shares) { share in
            let part = expand(block[block.count * share / shares..<block.count * (share + 1) / shares])
            results.withLock { $0[share] = part }
        }
        return results.withLock { $0.flatMap { $0 } }
    }
}

extension Property {
    /// Whether a state breaks the property, or shows it for `sometimes`.
    @inlinable func isWitnessed(by state: State, isTerminal: Bool) -> Bool {
        switch expectation {
        case .always: !holds(state)
        case .never, .sometimes: holds(state)
        case .eventually: isTerminal && !holds(state)
        }
    }
}
