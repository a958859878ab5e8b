public import CallModel

/// What the notification centre is told.
public enum NotificationOrder: Hashable, Sendable {
    /// What is there already? Acknowledged with the calls whose notices are.
    case askShown
    /// A call was missed; one notice a call, shown again it replaces itself. Acknowledged when it was added.
    /// `isBusy`: it was turned away because there was no room for it beside other calls.
    case missed(CallUUID, CallDisplay, isBusy: Bool = false)
    /// A call was cut off by the end of the process that held it.
    case dropped(CallUUID, CallDisplay)
    /// A call could not be taken because the device has not been unlocked since it started.
    case unlockNeeded(CallUUID)
    /// Acknowledged when it is gone, and when it was not there.
    case remove(CallUUID)
    /// The alert of a push, which says that a call rings, in that round, is to go; nothing is acknowledged.
    case removeAlert(CallSessionID, RingRound)
}
