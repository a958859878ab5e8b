/// A rate: a number of events within a window of time.
public struct StandinRate: Hashable, Sendable {
    /// The most events within any window.
    public var count: Int
    /// The length of the window.
    public var window: Duration

    public init(_ count: Int, per window: Duration) {
        self.count = count
        self.window = window
    }
}

/// Counts events within a rolling window.
struct SlidingWindowCounter: Hashable, Sendable {
    private var moments: [Duration] = []
    private var first = 0

    /// The number of events within the window that ends now.
    mutating func count(within window: Duration, at now: Duration) -> Int {
        while first < moments.count, moments[first] <= now - window { first += 1 }
        if first > 64, first * 2 > moments.count {
            moments.removeFirst(first)
            first = 0
        }
        return moments.count - first
    }

    /// Counts an event if the rate allows it; returns whether it does.
    mutating func admit(by rate: StandinRate, at now: Duration) -> Bool {
        guard count(within: rate.window, at: now) < rate.count else { return false }
        moments.append(now)
        return true
    }

    /// The time at which the oldest event leaves the window; nil if there is none.
    func roomAt(by rate: StandinRate) -> Duration? {
        first < moments.count ? moments[first] + rate.window : nil
    }
}
