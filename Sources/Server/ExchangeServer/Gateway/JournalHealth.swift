/// Whether what the exchange decides can be stored.
enum JournalHealth: Sendable {
    case writes
    /// Not now: no new calls are taken.
    case stalled
    /// Not any more: everybody is sent away.
    case failed
}
