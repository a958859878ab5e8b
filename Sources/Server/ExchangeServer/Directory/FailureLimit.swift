/// Slows down whoever fails again and again: some failures at once, then one every so often.
///
/// A leaky bucket for each key, kept as the moment at which it is empty again. Success empties nothing: who guesses
/// passwords may well have an account of their own. Pure: the moment is handed in, since any origin.
package struct FailureLimit<Key: Hashable & Sendable>: Sendable {
    /// Keys remembered at once, in some 500 kB. When all of them are fresh, further ones go unnoticed: whoever has that
    /// many addresses is not stopped by a limit for each.
    private let keysMax: Int
    /// Within which so many failures are let through.
    private let window: Duration
    /// In which one failure is forgiven.
    private var interval: Duration
    /// When every failure of a key is forgiven.
    private var forgivenAt: [Key: Duration] = [:]
    private var nextSweep = Duration.zero

    /// - Parameter failures: let through within a window; 1 or more.
    package init(failures: Int, within window: Duration, keysMax: Int = 10_000) {
        self.window = window
        self.keysMax = keysMax
        interval = window / max(failures, 1)
    }

    /// Lets through so many within a window from now on; what failed before is forgiven when it would have been.
    package mutating func allow(_ failures: Int) { interval = window / max(failures, 1) }

    /// Keys remembered.
    package var count: Int { forgivenAt.count }

    /// How long the next try of a key will not be heard; nil: it is heard now.
    package func wait(of key: Key, at now: Duration) -> Duration? {
        guard let forgiven = forgivenAt[key] else { return nil }
        let wait = forgiven + interval - window - now
        return wait > .zero ? wait : nil
    }

    /// A try of a key failed.
    package mutating func failed(_ key: Key, at now: Duration) {
        guard forgivenAt[key] != nil || makeRoom(at: now) else { return }
        forgivenAt[key] = max(forgivenAt[key] ?? now, now) + interval
    }

    /// Looks through all keys at most once an interval, so that a flood of new ones stays cheap.
    private mutating func makeRoom(at now: Duration) -> Bool {
        guard forgivenAt.count >= keysMax else { return true }
        guard now >= nextSweep else { return false }
        nextSweep = now + interval
        forgivenAt = forgivenAt.filter { $0.value > now }
        return forgivenAt.count < keysMax
    }
}
