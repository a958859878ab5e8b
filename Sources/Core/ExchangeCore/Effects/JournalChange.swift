public import CallModel
public import Redaction

/// What can change about a call.
public enum JournalChange: Hashable, Sendable {
    /// A call was placed; the caller's leg with it. `organization`: the one the caller's device spoke for.
    case created(
        leg: LegID, caller: UserID, device: DeviceID, callee: UserID?, dialled: Redacted<String>,
        organization: String? = nil)
    /// A device is to be rung.
    case legPlanned(LegID, user: UserID, device: DeviceID)
    /// A device was told to ring.
    case legRang(LegID)
    /// A leg answered first: the call is this leg's. `epoch` counts the claims of a call, from 1.
    case claimed(LegID, epoch: UInt32)
    /// A device in the call holds it.
    case legHeld(LegID)
    /// A device in the call has resumed it.
    case legResumed(LegID)
    /// A device in the call has lost its connection.
    case legDetached(LegID)
    /// A device in the call has come back.
    case legAttached(LegID)
    /// The call is over for a device; how, as the device is told.
    case legOver(LegID, Ending)
    /// The callee calls the caller too: the call of that caller's leg goes on in place of this one, which ends.
    case merged(into: LegID)
    /// The call is over. Nothing follows.
    case ended(Ending)
}
