/// What was taken within a rolling window, remembered only that long.
struct RollingCount: Hashable, Sendable {
    private var moments: [Duration] = []
    private var first = 0

    /// How many were taken within the window that ends now.
    mutating func count(within window: Duration, at now: Duration) -> Int {
        while first < moments.count, moments[first] <= now - window { first += 1 }
        if first > 64, first * 2 > moments.count {
            moments.removeFirst(first)
            first = 0
        }
        return moments.count - first
    }

    /// Takes one when there is room.
    mutating func take(by rate: StandinRate, at now: Duration) -> Bool {
        guard count(within: rate.window, at: now) < rate.count else { return false }
        moments.append(now)
        return true
    }

    /// When the oldest leaves the window and there is room again.
    func roomAt(by rate: StandinRate) -> Duration? {
        first < moments.count ? moments[first] + rate.window : nil
    }
}
