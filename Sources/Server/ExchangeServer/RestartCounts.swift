/// What became of the calls that an earlier run left without an end.
struct RestartCounts: Sendable {
    /// How many failed with it.
    let lost: Int
    /// How many go on.
    let recovered: Int
}
