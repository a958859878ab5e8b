/// What an app does with CallKit.
public enum CallRequest: Hashable, Sendable {
    /// A provider is made.
    case createProvider(ProviderID, CallConfiguration)
    /// A provider's delegate is set, with or without a queue of its own.
    case setDelegate(ProviderID, hasQueue: Bool)
    /// A provider's delegate is gone.
    case loseDelegate(ProviderID)
    /// A provider's configuration is assigned.
    case setConfiguration(ProviderID, CallConfiguration)
    /// A provider is given up.
    case invalidate(ProviderID)
    /// A call observer gets a delegate, or loses it.
    case observeCalls(Bool)
    /// `reportNewIncomingCall`.
    case reportIncoming(IncomingReport)
    /// `reportCall(with:updated:)`.
    case reportUpdated(SystemCallID, CallUpdate)
    /// `reportCall(with:endedAt:reason:)`.
    case reportEnded(SystemCallID, CallEndedReason)
    /// `reportOutgoingCall(with:startedConnectingAt:)`.
    case reportOutgoingStartedConnecting(SystemCallID)
    /// `reportOutgoingCall(with:connectedAt:)`.
    case reportOutgoingConnected(SystemCallID)
    /// An action is completed with success.
    case fulfill(ActionID)
    /// An action is completed with failure.
    case fail(ActionID)
    /// `provider(_:timedOutPerforming:)` has returned: nobody will complete the action now, its number may be used again.
    ///
    /// Not a call of CallKit's; whoever delivers the callback says it. Unsaid, the numbers of the latest few stay taken.
    case timeOutHandled(ActionID)
    /// The delegate has no method for an action.
    case cannotPerform(ActionID)
    /// A call controller requests a transaction.
    case request(RequestID, [RequestedAction])
}
