internal import CallModel

/// The calls that ended of late, oldest first, so that they can be forgotten in time.
struct EndedCalls: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let session: CallSessionID
        let forgetAt: Duration
    }

    private var entries: [Entry] = []
    /// Entries before it are gone: the array is shortened now and then, not with each.
    private var first = 0

    var count: Int { entries.count - first }

    mutating func append(_ session: CallSessionID, forgetAt: Duration) {
        entries.append(Entry(session: session, forgetAt: forgetAt))
    }

    /// Takes out the oldest call if it is due, or if there are more than `countMax`.
    mutating func popDue(now: Duration, countMax: Int) -> CallSessionID? {
        guard first < entries.count, count > countMax || entries[first].forgetAt <= now else { return nil }
        let session = entries[first].session
        first += 1
        if first * 2 > entries.count {
            entries.removeFirst(first)
            first = 0
        }
        return session
    }
}
