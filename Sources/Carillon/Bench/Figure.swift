import WireJSON

/// One figure of `carillon bench`: its name, its unit and how to read it from a run's result. Names stay the same
/// across releases, so that figures can be compared.
struct Figure<Sample: Sendable>: Sendable {
    let name: String
    private let unit: String
    private let better: Measurement.Better
    private let how: @Sendable (Sample) -> String
    private let value: @Sendable (Sample) -> Double

    /// - Parameters:
    ///   - how: a sentence about the workload and the machine.
    ///   - value: the figure's value in `unit`.
    init(
        _ name: String, _ unit: String, _ better: Measurement.Better, how: @escaping @Sendable (Sample) -> String,
        _ value: @escaping @Sendable (Sample) -> Double
    ) {
        self.name = name
        self.unit = unit
        self.better = better
        self.how = how
        self.value = value
    }

    /// The same figure, read from a larger result that contains this one.
    func of<Whole>(_ part: @escaping @Sendable (Whole) -> Sample) -> Figure<Whole> {
        Figure<Whole>(name, unit, better, how: { how(part($0)) }, { value(part($0)) })
    }

    /// Two figures of times in milliseconds: the median and the 99th percentile.
    static func pair(
        _ name: String, _ unit: String = "ms", times scale: Double = 1, how: @escaping @Sendable (Sample) -> String,
        _ milliseconds: @escaping @Sendable (Sample) -> Percentiles
    ) -> [Figure] {
        [(0.5, "p50"), (0.99, "p99")].map { share, suffix in
            Figure("\(name)-\(suffix)", unit, .less, how: how) { milliseconds($0).value(at: share) * scale }
        }
    }

    func measurement(of taken: Sample) -> Measurement {
        Measurement(name: name, value: value(taken), unit: unit, better: better, how: how(taken))
    }
}

/// A measured figure. Only a ``Figure`` makes one, so every measured value has a declared name and every declared
/// figure is measured.
struct Measurement {
    enum Better: String { case less, more }

    let name: String
    let value: Double
    let unit: String
    let better: Better
    let how: String

    fileprivate init(name: String, value: Double, unit: String, better: Better, how: String) {
        self.name = name
        self.value = value
        self.unit = unit
        self.better = better
        self.how = how
    }

    var json: JSONValue {
        [
            "name": .string(name), "value": .number(rounded), "unit": .string(unit), "better": .string(better.rawValue),
            "how": .string(how),
        ]
    }

    /// The value with four digits; more would be noise on a shared machine.
    private var rounded: Double {
        guard value != 0, value.isFinite else { return 0 }
        var scale = 1.0
        while abs(value) * scale < 1000 { scale *= 10 }
        return (value * scale).rounded() / scale
    }

    var valueText: String {
        let value = rounded
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}

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
