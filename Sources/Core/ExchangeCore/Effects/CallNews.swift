public import CallModel

/// What happens to a call to a number: for whoever decides it, who is told instead of the journal. The caller's leg is
/// number 0 of its session.
public enum CallNews: Hashable, Sendable {
    /// It was placed, and waits for its first command.
    case placed(CallPlacement)
    /// A device was told to ring.
    case ringing(LegID)
    /// A device answered, and waits to be joined.
    case answered(LegID)
    /// Caller and leg were joined.
    case joined(LegID)
    /// One side holds, or no longer does.
    case held(LegID, Bool)
    /// A leg is over. `isOwnDoing`: its own device ended it.
    case over(LegID, Ending, isOwnDoing: Bool)
    /// A device of a user who is rung has logged in, and has no leg.
    case arrived(UserID, DeviceID)
    /// The attendant has answered: greeting and message are between it and the caller.
    case attended
    /// The attendant did not answer.
    case unattended
}
