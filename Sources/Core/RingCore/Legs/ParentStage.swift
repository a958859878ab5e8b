/// How far the caller's leg has come. Only grows, except that a bridge that was lost leaves it answered.
public enum ParentStage: UInt8, Comparable, Hashable, Sendable, Codable {
    /// It waits at the carrier, and the caller hears ringing.
    case parked
    /// The call was taken: silence from now on must be filled.
    case answered
    /// Caller and winner hear each other.
    case bridged
    /// Over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
