import WireJSON

/// One figure of `carillon bench`. Its name stays the same from release to release, so that figures can be compared.
struct Measurement {
    enum Better: String { case less, more }

    var name: String
    var value: Double
    var unit: String
    var better: Better
    /// Workload and machine in a sentence: what was done, how often, with what.
    var how: String

    var json: JSONValue {
        [
            "name": .string(name), "value": .number(rounded), "unit": .string(unit), "better": .string(better.rawValue),
            "how": .string(how),
        ]
    }

    /// Four digits are more than a shared machine can tell apart.
    private var rounded: Double {
        guard value != 0 else { return 0 }
        var scale = 1.0
        while abs(value) * scale < 1000 { scale *= 10 }
        return (value * scale).rounded() / scale
    }

    var valueText: String {
        let value = rounded
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
