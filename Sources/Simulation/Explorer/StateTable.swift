/// The states a search has met: a fingerprint each, and how each was reached first.
///
/// The states themselves are not kept: a way to one is found by walking it again. Two states with one fingerprint would
/// be taken for one, as would two values of a ``Shared`` part. Of n states the chance that any two share one of the 2^64
/// is about n² / 2^65: for a million one in 37 million searches, for ten million one in 370 thousand; of its parts there
/// are far fewer. The standard library seeds its hashing anew in each process, so that a count that suffered would differ
/// from the one recorded, and be right the next time.
@usableFromInline struct StateTable: Sendable {
    @usableFromInline struct Origin: Sendable {
        /// The row of the state before, or `none`.
        @usableFromInline let parent: UInt32
        /// Which of the actions there led here; of an initial state, which one it is.
        @usableFromInline let choice: UInt32

        @inlinable init(parent: UInt32, choice: UInt32) {
            self.parent = parent
            self.choice = choice
        }
    }

    @inlinable static var none: UInt32 { .max }
    /// Each fingerprint at the first place from its lowest bits on that was free; zero is a free place. They are evenly
    /// spread as they are: a set would hash each once more.
    @usableFromInline var places = [Int](repeating: 0, count: 1 << 10)
    @usableFromInline var origins: [Origin] = []

    @inlinable init() {}

    @inlinable var count: Int { origins.count }

    /// Zero stands for a free place.
    @inlinable static func nonzero(_ fingerprint: Int) -> Int { fingerprint == 0 ? 1 : fingerprint }

    /// The place a fingerprint has, or would take.
    @inlinable func place(of fingerprint: Int) -> Int {
        places.withUnsafeBufferPointer { places in
            let mask = places.count - 1
            var place = fingerprint & mask
            while places[place] != 0, places[place] != fingerprint { place = (place + 1) & mask }
            return place
        }
    }

    @inlinable func contains(_ fingerprint: Int) -> Bool { places[place(of: Self.nonzero(fingerprint))] != 0 }

    /// - Returns: the row of a state that was not known; `nil` for one that was.
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

    /// The choices that lead to a row, the initial state's first.
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
