/// How far a leg has come. A leg's rank only grows: news that comes late or twice changes nothing.
public enum LegRank: UInt8, Comparable, Hashable, Sendable, Codable, CaseIterable {
    /// Decided on, and nothing sent yet.
    case planned
    /// The carrier was told to dial.
    case dialing
    /// The device rings.
    case ringing
    /// Somebody picked up.
    case answered
    /// Caller and leg hear each other.
    case bridged
    /// Over. Nothing follows.
    case over

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
