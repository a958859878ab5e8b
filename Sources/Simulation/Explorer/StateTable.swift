/// The states a search has met: a fingerprint each, and how each was reached first.
///
/// The states themselves are not kept: a way to one is found by walking it again. Two states with one fingerprint would
/// be taken for one. Of n states the chance that any two share one of the 2^64 is about n² / 2^65: for a million one in
/// 37 million searches, for ten million one in 370 thousand. The standard library seeds its hashing anew in each process,
/// so that a count that suffered would differ from the one recorded, and be right the next time.
struct StateTable: Sendable {
    private struct Origin: Sendable {
        /// The row of the state before, or `none`.
        let parent: UInt32
        /// Which of the actions there led here; of an initial state, which one it is.
        let choice: UInt32
    }

    private static var none: UInt32 { .max }
    private var fingerprints: Set<Int> = []
    private var origins: [Origin] = []

    var count: Int { origins.count }

    func contains(_ fingerprint: Int) -> Bool { fingerprints.contains(fingerprint) }

    /// - Returns: the row of a state that was not known; `nil` for one that was.
    mutating func insert(_ fingerprint: Int, parent: Int?, choice: Int) -> Int? {
        let row = UInt32(truncatingIfNeeded: origins.count)
        guard fingerprints.insert(fingerprint).inserted else { return nil }
        origins.append(
            Origin(parent: parent.map { UInt32(truncatingIfNeeded: $0) } ?? Self.none, choice: UInt32(choice)))
        return Int(row)
    }

    /// The choices that lead to a row, the initial state's first.
    func choices(to row: Int) -> [Int] {
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
