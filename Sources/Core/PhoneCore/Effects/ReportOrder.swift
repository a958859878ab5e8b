/// What the system is told of a call.
public enum ReportOrder: Hashable, Sendable {
    /// `reportNewIncomingCall`, after assigning the configuration anew (C30). Completes as
    /// ``SystemEvent/reported(_:_:_:)``.
    case incoming(CallUUID, CallDisplay, ReportPurpose)
    /// `reportCall(with:updated:)`.
    case updated(CallUUID, CallDisplay)
    /// `reportCall(with:endedAt:reason:)`, now.
    case ended(CallUUID, SystemEndReason)
    /// `reportOutgoingCall(with:startedConnectingAt:)`, now.
    case connecting(CallUUID)
    /// `reportOutgoingCall(with:connectedAt:)`, now.
    case connected(CallUUID)
}
