internal import Foundation

/// Telnyx's times: ISO 8601 with or without a fraction of a second.
enum TelnyxTime {
    static func seconds(from start: String, to end: String) -> Duration? {
        guard let start = date(start), let end = date(end), end >= start else { return nil }
        return .milliseconds(Int64((end.timeIntervalSince(start) * 1_000).rounded()))
    }

    /// How far two times are apart; nil: one of them is none.
    static func distance(_ one: String, _ other: String) -> Duration? {
        guard let one = date(one), let other = date(other) else { return nil }
        return .microseconds(Int64((abs(one.timeIntervalSince(other)) * 1_000_000).rounded()))
    }

    private static func date(_ text: String) -> Date? {
        for hasFraction in [true, false] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
            if let date = try? Date(text, strategy: style) { return date }
        }
        return nil
    }
}
