public import CallModel

/// What a call to a number is told to do by whoever decides it. Said twice, it is done once.
public enum CallCommand: Hashable, Sendable {
    /// Ring a device under that name. Where it has no connection, it is told again once the device has logged in.
    case ring(LegID, user: UserID, device: DeviceID)
    /// Join the caller and a leg that has answered: the call is its.
    case join(LegID)
    /// End a leg. With the caller's, or the one it is joined to, ends the call.
    case hangUp(LegID, Ending)
    /// Bring the caller to the attendant, who takes a message.
    case takeMessage
}
