/// How long a call has lasted, as people read it.
public struct CallClock: Hashable, Sendable, CustomStringConvertible {
    /// Whole seconds, from 0.
    public let seconds: Int64

    /// From when the call stood until now; nothing before it stood.
    public init(_ elapsed: Duration) {
        seconds = max(0, elapsed.components.seconds)
    }

    /// `MM:SS`, or from one hour on `H:MM:SS`.
    public var description: String {
        let minutes = seconds / 60 % 60
        let rest = Self.padded(minutes) + ":" + Self.padded(seconds % 60)
        return seconds < 3_600 ? rest : "\(seconds / 3_600):" + rest
    }

    /// How long until the text changes, from a moment of the call: so that it ticks on the second, without drift.
    public static func untilNextTick(_ elapsed: Duration) -> Duration {
        guard elapsed >= .zero else { return .zero - elapsed }
        return .seconds(elapsed.components.seconds + 1) - elapsed
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
