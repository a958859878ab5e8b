/// What was poured in and has not leaked out yet, kept as the moment at which it is empty again.
///
/// Pure: moments are handed in, since any origin.
struct LeakyBucket: Hashable, Sendable {
    /// How much goes in at once, and how fast it leaks out.
    struct Size: Hashable, Sendable {
        /// In which a full bucket runs empty.
        let window: Duration
        /// In which one leaks out.
        let interval: Duration

        /// - Parameter count: what goes in at once; 1 or more.
        init(_ count: Int, within window: Duration) {
            self.window = window
            interval = window / max(count, 1)
        }
    }

    private(set) var emptyAt = Duration.zero

    /// How long there is no room for one more; nil: there is now.
    func wait(in size: Size, at now: Duration) -> Duration? {
        let wait = emptyAt + size.interval - size.window - now
        return wait > .zero ? wait : nil
    }

    /// Adds one; what a full one is given besides runs over.
    mutating func add(in size: Size, at now: Duration) {
        emptyAt = min(max(emptyAt, now) + size.interval, now + size.window)
    }
}
