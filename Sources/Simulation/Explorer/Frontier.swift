/// A state that is to be visited, and its row in the table.
struct Visit<State: Sendable>: Sendable {
    let row: Int
    let state: State
}

/// The states of one depth, whole, in the order they were met. The only states a search holds: they are handed out in
/// blocks, so that those that were visited take no room while the next depth grows.
struct Frontier<State: Sendable> {
    /// Enough for the cores to share without waiting on each other, and little beside the whole.
    static var blockSize: Int { 1 << 10 }

    private var blocks: [[Visit<State>]] = []
    private var taken = 0

    var isEmpty: Bool { taken == blocks.count }

    mutating func add(_ visit: Visit<State>) {
        if let last = blocks.indices.last, blocks[last].count < Self.blockSize {
            blocks[last].append(visit)
        } else {
            blocks.append([visit])
        }
    }

    mutating func takeBlock() -> [Visit<State>]? {
        guard taken < blocks.count else { return nil }
        defer { taken += 1 }
        let block = blocks[taken]
        blocks[taken] = []
        return block
    }
}
