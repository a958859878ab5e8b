/// A bug, planted between rooms and their world: the search must find it.
enum RoomTampering: Hashable, Sendable {
    /// A room is written without a look at whether it is still the one that was read.
    case writesWithoutComparing
    /// Leases are never checked.
    case neverSweeps
    /// Ends that are no longer kept one by one are not told at all.
    case forgetsOldEnds
    /// A whole list is taken for the newest changes.
    case readsWholesAsChanges
}
