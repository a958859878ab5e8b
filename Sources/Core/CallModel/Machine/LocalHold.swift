/// Whether this side has put the peer on hold. Only the peer's word makes it so (contrast: weakness W12 of the SDK).
public enum LocalHold: String, CaseIterable, Hashable, Sendable, Codable {
    /// Not held. Leaves to: `.turningOn` (user), `.on` (the peer says so, as after a re-attach).
    case off
    /// The user asked to hold; the peer has not confirmed.
    /// Leaves to: `.on` (confirmed), `.off` (refused, or corrected by the peer).
    case turningOn
    /// Held. Leaves to: `.turningOff` (user), `.off` (corrected by the peer).
    case on
    /// The user asked to resume; the peer has not confirmed.
    /// Leaves to: `.off` (confirmed), `.on` (refused, or corrected by the peer).
    case turningOff

    /// Whether the call counts as held: until a resume is confirmed it still does.
    public var isHeld: Bool { self == .on || self == .turningOff }

    /// Whether a request is under way.
    public var isPending: Bool { self == .turningOn || self == .turningOff }
}
