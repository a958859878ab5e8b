/// What was heard of a stream lately: how much of it was made up, and how long it waited.
public struct HeardQuality: Hashable, Sendable {
    /// How much the latest note counts: noted every second, what was heard counts for some five seconds.
    private static let share = 0.3

    /// Share of frames that were made up from what was heard before, 0…1.
    public private(set) var concealed = 0.0
    /// Share of frames that were rebuilt from error correction, 0…1.
    public private(set) var recovered = 0.0
    /// In the jitter buffer.
    public private(set) var waiting = Duration.zero
    private var before = JitterStatistics()
    private var isFirst = true

    public init() {}

    /// Takes the buffer's counts, about once a second.
    public mutating func note(_ statistics: JitterStatistics, waiting: Duration) {
        defer { before = statistics }
        // Another stream began its counts anew.
        if statistics.played < before.played { before = JitterStatistics() }
        let played = Double(statistics.played - before.played)
        var concealed = Double(statistics.concealed - min(before.concealed, statistics.concealed))
        let recovered = Double(statistics.recovered - min(before.recovered, statistics.recovered))
        var all = played + concealed + recovered
        if all == 0, statistics.silent > before.silent, statistics.played > 0 {
            // Nothing came for so long that nothing is made up any more.
            (concealed, all) = (1, 1)
        }
        guard all > 0 else { return }
        let share = isFirst ? 1 : Self.share
        isFirst = false
        self.concealed += (concealed / all - self.concealed) * share
        self.recovered += (recovered / all - self.recovered) * share
        self.waiting += (waiting - self.waiting) * share
    }
}
