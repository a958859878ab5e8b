/// Visits every state a machine can reach, breadth first, so that the first way it finds to a state is a shortest one.
public struct Explorer<M: Model>: Sendable {
    private struct Visit {
        let row: Int
        let state: M.State
    }

    private let model: M
    private let bounds: ExplorationBounds
    private let stopsWhenBroken: Bool

    /// Prepares a search.
    ///
    /// - Parameter stopsWhenBroken: whether to stop at the first state that breaks `always` or `never`. The counts are
    ///   then of the part that was searched.
    public init(_ model: M, bounds: ExplorationBounds = ExplorationBounds(), stopsWhenBroken: Bool = false) {
        self.model = model
        self.bounds = bounds
        self.stopsWhenBroken = stopsWhenBroken
    }

    /// Searches.
    ///
    /// - Parameter progress: told what has been seen so far, at every depth and every ``progressInterval`` states.
    public func run(progress: ((ExplorationCounts) -> Void)? = nil) -> Exploration<M.State, M.Action> {
        var search = Search(properties: model.properties, progress: progress)
        var level = enter(&search)
        while !level.isEmpty, !(stopsWhenBroken && search.isBroken) {
            guard search.counts.depth < bounds.depthMax else {
                search.isCutOff = true
                break
            }
            level = expand(level, &search)
            if !level.isEmpty { search.counts.depth += 1 }
            search.tellProgress()
        }
        search.counts.states = search.table.count
        return Exploration(
            counts: search.counts, isComplete: !search.isCutOff && level.isEmpty,
            findings: zip(model.properties, search.witnesses).map { property, row in
                Finding(
                    property: property.name, expectation: property.expectation,
                    trace: row.flatMap { trace(to: $0, search.table) })
            })
    }

    /// In states: often enough for a person who watches, too seldom to cost anything.
    public static var progressInterval: Int { 1 << 16 }

    private struct Search {
        let properties: [Property<M.State>]
        let progress: ((ExplorationCounts) -> Void)?
        var table = StateTable()
        var counts = ExplorationCounts(states: 0, transitions: 0, depth: 0, terminal: 0)
        /// For each property the first state that breaks it, or shows it.
        var witnesses: [Int?]
        var isBroken = false
        var isCutOff = false

        init(properties: [Property<M.State>], progress: ((ExplorationCounts) -> Void)?) {
            self.properties = properties
            self.progress = progress
            witnesses = Array(repeating: nil, count: properties.count)
        }

        mutating func tellProgress() {
            counts.states = table.count
            progress?(counts)
        }

        mutating func examine(_ state: M.State, row: Int, isTerminal: Bool) {
            for (index, property) in properties.enumerated() where witnesses[index] == nil {
                guard Self.isWitness(state, of: property, isTerminal: isTerminal) else { continue }
                witnesses[index] = row
                if property.expectation != .sometimes { isBroken = true }
            }
        }

        private static func isWitness(_ state: M.State, of property: Property<M.State>, isTerminal: Bool) -> Bool {
            switch property.expectation {
            case .always: !property.holds(state)
            case .never, .sometimes: property.holds(state)
            case .eventually: isTerminal && !property.holds(state)
            }
        }
    }

    private func enter(_ search: inout Search) -> [Visit] {
        var level: [Visit] = []
        for (choice, state) in model.initialStates.enumerated() {
            guard let row = search.table.insert(state.hashValue, parent: nil, choice: choice) else { continue }
            level.append(Visit(row: row, state: state))
        }
        return level
    }

    /// Visits the states of one depth, and returns those of the next.
    private func expand(_ level: [Visit], _ search: inout Search) -> [Visit] {
        var next: [Visit] = []
        for visit in level {
            let possible = successors(of: visit, &search, into: &next)
            if possible == 0 { search.counts.terminal += 1 }
            search.examine(visit.state, row: visit.row, isTerminal: possible == 0)
            if stopsWhenBroken && search.isBroken { return next }
        }
        return next
    }

    /// - Returns: how many actions turned out to be possible.
    private func successors(of visit: Visit, _ search: inout Search, into next: inout [Visit]) -> Int {
        var possible = 0
        for (choice, action) in model.actions(in: visit.state).enumerated() {
            guard let state = model.step(visit.state, action) else { continue }
            possible += 1
            search.counts.transitions += 1
            guard search.table.count < bounds.statesMax else {
                search.isCutOff = true
                continue
            }
            guard let row = search.table.insert(state.hashValue, parent: visit.row, choice: choice) else { continue }
            next.append(Visit(row: row, state: state))
            if row % Self.progressInterval == 0 { search.tellProgress() }
        }
        return possible
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
