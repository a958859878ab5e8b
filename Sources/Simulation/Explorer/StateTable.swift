/// The states that a search has seen: a fingerprint of each, and how it was first reached.
///
/// The states themselves are not kept; a path to one is reconstructed by repeating its steps. Two states with the same
/// fingerprint would count as one, and so would two values of a ``Shared`` part. For n states, the probability that any
/// two of the 2^64 fingerprints collide is about n² / 2^65: one in 37 million searches for a million states, and one in
/// 370 thousand for ten million. Parts are far fewer. The standard library seeds its hashing randomly in each process,
/// so a wrong count would differ from the recorded one and be right in the next run.
@usableFromInline struct StateTable: Sendable {
    @usableFromInline struct Origin: Sendable {
        /// The row of the preceding state, or `none`.
        @usableFromInline let parent: UInt32
        /// The index of the action that led here; for an initial state, its own index.
        @usableFromInline let choice: UInt32

        @inlinable init(parent: UInt32, choice: UInt32) {
            self.parent = parent
            self.choice = choice
        }
    }

    @inlinable static var none: UInt32 { .max }
    /// A hash table with linear probing; zero marks a free place. Fingerprints are evenly distributed already, and a
    /// `Set` would hash each once more.
    @usableFromInline var places = [Int](repeating: 0, count: 1 << 10)
    @usableFromInline var origins: [Origin] = []

    @inlinable init() {}

    @inlinable var count: Int { origins.count }

    /// Replaces zero, which marks a free place.
    @inlinable static func nonzero(_ fingerprint: Int) -> Int { fingerprint == 0 ? 1 : fingerprint }

    /// The place that a fingerprint has, or would take.
    @inlinable func place(of fingerprint: Int) -> Int {
        places.withUnsafeBufferPointer { places in
            let mask = places.count - 1
            var place = fingerprint & mask
            while places[place] != 0, places[place] != fingerprint { place = (place + 1) & mask }
            return place
        }
    }

    @inlinable func contains(_ fingerprint: Int) -> Bool { places[place(of: Self.nonzero(fingerprint))] != 0 }

    /// - Returns: the row of a new state; `nil` for a known one.
    @inlinable mutating func insert(_ fingerprint: Int, parent: Int?, choice: Int) -> Int? {
        let fingerprint = Self.nonzero(fingerprint)
        let place = place(of: fingerprint)
        guard places[place] == 0 else { return nil }
        places[place] = fingerprint
        let row = origins.count
        origins.append(
            Origin(
                parent: parent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none,
                choice: UInt32(truncatingIfNeeded: choice)))
        if origins.count * 2 > places.count { grow() }
        return row
    }

    @usableFromInline mutating func grow() {
        let known = places
        places = [Int](repeating: 0, count: known.count * 2)
        for fingerprint in known where fingerprint != 0 { places[place(of: fingerprint)] = fingerprint }
    }

    /// The choices that lead to a row, starting with the choice of the initial state.
    @usableFromInline func choices(to row: Int) -> [Int] {
        var choices: [Int] = []
        var next = UInt32(row)
        while next != Self.none {
            let origin = origins[Int(next)]
            choices.append(Int(origin.choice))
            next = origin.parent
        }
        return choices.reversed()
    }
}

/// A state to visit, and its row in the table.
@usableFromInline struct Visit<State: Sendable>: Sendable {
    @usableFromInline let row: Int
    @usableFromInline let state: State

    @inlinable init(row: Int, state: State) {
        self.row = row
        self.state = state
    }
}

/// The whole states of one depth, in the order of their discovery. A search keeps no other states. They are handed out
/// in blocks, so that visited states take no memory while the next depth grows.
@usableFromInline struct Frontier<State: Sendable> {
    /// Enough states to keep all cores busy, and few compared to a whole depth.
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

    @inlinable mutating func nextBlock() -> [Visit<State>]? {
        guard taken < blocks.count else { return nil }
        defer { taken += 1 }
        let block = blocks[taken]
        blocks[taken] = []
        return block
    }
}
