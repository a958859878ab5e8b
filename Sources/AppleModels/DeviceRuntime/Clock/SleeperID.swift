/// The name of one sleep of one task.
struct SleeperID: Hashable, Sendable {
    let value: UInt64
}
