internal import CallModel

/// How far a call has come.
enum CallState: Hashable, Sendable {
    /// Nobody has answered. At most the ring time.
    /// Leaves to: `active` (a device answered), `ended` (cancelled, declined everywhere, nobody answered, caller lost).
    case ringing(Ringing)
    /// One device has answered. As long as both want.
    /// Leaves to: `ended` (hung up, a side lost for good, the operator).
    case active(Claim)
    /// It is over.
    case ended(Ending)
}
