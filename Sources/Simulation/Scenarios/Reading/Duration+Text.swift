extension Duration {
    /// Reads `100 ms`, `2 s`, `1.5 s` or `2 min`; nothing else, and nothing below a thousandth of a second.
    public init?(scenarioText text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, let number = Self.thousandths(parts[0]) else { return nil }
        switch parts[1] {
        case "ms": self = .milliseconds(number / 1_000)
        case "s": self = .milliseconds(number)
        case "min": self = .milliseconds(number * 60)
        default: return nil
        }
    }

    /// The number times a thousand; at most three decimals and nine digits before them.
    private static func thousandths(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = digits(parts[0], max: 9) else { return nil }
        guard parts.count == 2 else { return whole * 1_000 }
        guard let decimals = digits(parts[1], max: 3) else { return nil }
        let scale: Int64 = parts[1].count == 1 ? 100 : parts[1].count == 2 ? 10 : 1
        return whole * 1_000 + decimals * scale
    }

    private static func digits(_ text: Substring, max: Int) -> Int64? {
        guard !text.isEmpty, text.count <= max, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }

    /// Seconds with three decimals, as in a stopwatch.
    public var scenarioText: String {
        let (seconds, attoseconds) = components
        let thousandths = String(1_000 + abs(attoseconds) / 1_000_000_000_000_000).dropFirst()
        let sign = seconds == 0 && attoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds).\(thousandths)"
    }
}
