/// The shortest delay sound had here during half a second, in ticks: what could be given up without a gap.
struct DelayWindow: Hashable, Sendable {
    static let span: Duration = .milliseconds(500)

    private var start: Duration?
    private var shortest: Int64 = .max

    mutating func note(_ delay: Int64) {
        shortest = min(shortest, delay)
    }

    /// The figure, once per span; nil in between and when nothing arrived.
    mutating func take(at now: Duration) -> Int64? {
        guard let start else {
            self.start = now
            return nil
        }
        guard now - start >= Self.span else { return nil }
        defer {
            self.start = now
            shortest = .max
        }
        return shortest == .max ? nil : shortest
    }
}
