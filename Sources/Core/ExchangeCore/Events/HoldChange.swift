/// What a device asks for its own hold.
public enum HoldChange: Hashable, Sendable {
    /// Hold the call; holding twice is holding once.
    case hold
    /// Take the call off hold.
    case resume
    /// Whichever of the two it is not now.
    case toggle
}
