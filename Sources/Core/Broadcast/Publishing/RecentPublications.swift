/// The keys of publications of the last minutes, so that one that comes twice is published once.
struct RecentPublications: Sendable {
    private struct Entry {
        var key: String
        var time: Duration
    }

    private var keys: Set<String> = []
    private var entries: [Entry] = []
    private var head = 0

    /// Whether a key is new; from now on it is not.
    mutating func isNew(_ key: String, at now: Duration, within limits: BroadcastLimits) -> Bool {
        while head < entries.count,
            entries.count - head >= limits.publicationsMax || now - entries[head].time > limits.publicationAgeMax
        {
            keys.remove(entries[head].key)
            head += 1
        }
        if head * 2 > entries.count {
            entries.removeFirst(head)
            head = 0
        }
        guard keys.insert(key).inserted else { return false }
        entries.append(Entry(key: key, time: now))
        return true
    }
}
