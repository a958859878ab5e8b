public import CallModel

/// One thing that a start has to put right.
public enum RecoveryFinding: Hashable, Sendable {
    /// It rang when the process ended, and nobody took it here.
    case missed(CallRecord)
    /// The person had taken it when the process ended, and its INVITE had not come: it may ring on.
    case unanswered(CallRecord)
    /// It was taken or placed when the process ended.
    case dropped(CallRecord)
    /// The other side is to be told that this device is out of the call.
    case hangUp(CallSessionID, OrganizationID?)
    /// Ask the exchange what became of it: it may have been answered elsewhere.
    case askStatus(CallSessionID, OrganizationID?)
    /// The system still shows a call nobody holds. Source: C29 (observed).
    case endSystemCall(CallUUID)
}
