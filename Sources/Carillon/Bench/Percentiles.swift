/// Order statistics of durations in milliseconds.
struct Percentiles: Sendable {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The value below which `share` (0…1) of all lie; NaN when there are none.
    func value(at share: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }
}
