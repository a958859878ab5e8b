/// Durations counted in buckets, as Prometheus keeps them.
struct Histogram {
    /// From what a good disk needs to what stops a telephone system. Seconds.
    static let bounds: [Double] = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1]

    private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0
    private(set) var count: UInt64 = 0

    mutating func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let value = Double(seconds) + Double(attoseconds) / 1e18
        counts[Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count] += 1
        sum += value
        count += 1
    }
}
