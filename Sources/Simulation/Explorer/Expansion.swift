public import Dispatch
public import Synchronization

/// What follows from one state, and what it says of the properties.
@usableFromInline struct Expansion<M: Model>: Sendable {
    /// A state one step away that the table did not have.
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

    /// How many actions turned out to be possible.
    @usableFromInline var possible = 0
    @usableFromInline var unknown: [Successor] = []
    /// The properties it breaks or shows.
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

    /// Fewer states than this are not worth another core's waking.
    @inlinable static var shareMin: Int { 32 }

    /// What follows from each state of a block, in its order.
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
    /// Whether a state breaks it, or, of `sometimes`, shows it.
    @inlinable func isWitnessed(by state: State, isTerminal: Bool) -> Bool {
        switch expectation {
        case .always: !holds(state)
        case .never, .sometimes: holds(state)
        case .eventually: isTerminal && !holds(state)
        }
    }
}
