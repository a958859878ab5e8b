/// A state that is to be visited, and its row in the table.
@usableFromInline struct Visit<State: Sendable>: Sendable {
    @usableFromInline let row: Int
    @usableFromInline let state: State

    @inlinable init(row: Int, state: State) {
        self.row = row
        self.state = state
    }
}

/// The states of one depth, whole, in the order they were met. The only states a search holds: they are handed out in
/// blocks, so that those that were visited take no room while the next depth grows.
@usableFromInline struct Frontier<State: Sendable> {
    /// Enough for the cores to share without waiting on each other, and little beside the whole.
    @inlinable static var blockSize: Int { 1 << 10 }

    @usableFromInline var blocks: [[Visit<State>]] = []
    @usableFromInline var taken = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool { taken == blocks.count }

    @inlinable mutating func add(_ visit: Visit<State>) {
        if let last = blocks.indices.last, blocks[last].count < Self.blockSize {
            blocks[last].append(visit)
        } else {
            blocks.append([visit])
        }
    }

    @inlinable mutating func takeBlock() -> [Visit<State>]? {
        guard taken < blocks.count else { return nil }
        defer { taken += 1 }
        let block = blocks[taken]
        blocks[taken] = []
        return block
    }
}
