internal import Dispatch
internal import Synchronization

/// What follows from one state, and what it says of the properties.
struct Expansion<M: Model>: Sendable {
    /// A state one step away that the table did not have.
    struct Successor: Sendable {
        let choice: Int
        let fingerprint: Int
        let state: M.State
    }

    /// How many actions turned out to be possible.
    private(set) var possible = 0
    private(set) var unknown: [Successor] = []
    /// The properties it breaks or shows.
    private(set) var witnessed: [Int] = []

    init(
        of state: M.State, _ model: M, known table: StateTable,
        properties: [(index: Int, property: Property<M.State>)]
    ) {
        for (choice, action) in model.actions(in: state).enumerated() {
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

    /// Fewer states than this are not worth another core's waking.
    private static var shareMin: Int { 32 }

    /// What follows from each state of a block, in its order.
    static func all(
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
    /// Whether a state breaks it, or, of `sometimes`, shows it.
    fileprivate func isWitnessed(by state: State, isTerminal: Bool) -> Bool {
        switch expectation {
        case .always: !holds(state)
        case .never, .sometimes: holds(state)
        case .eventually: isTerminal && !holds(state)
        }
    }
}
