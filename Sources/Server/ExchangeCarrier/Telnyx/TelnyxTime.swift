internal import Foundation

/// Telnyx's times: ISO 8601 with or without a fraction of a second.
enum TelnyxTime {
    static func seconds(from start: String, to end: String) -> Duration? {
        guard let start = date(start), let end = date(end), end >= start else { return nil }
        return .milliseconds(Int64((end.timeIntervalSince(start) * 1_000).rounded()))
    }

    /// Whether two times are the same, as exactly as different parts of Telnyx write one.
    static func areWithinASecond(_ one: String, _ other: String) -> Bool {
        guard let one = date(one), let other = date(other) else { return false }
        return abs(one.timeIntervalSince(other)) < 1
    }

    private static func date(_ text: String) -> Date? {
        for hasFraction in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let date = try? Date(text, strategy: style) { return date }
        }
        return nil
    }
}
