/// What CallKit calls in the app.
public enum CallCallback: Hashable, Sendable {
    /// `providerDidBegin`.
    case didBegin(ProviderID)
    /// `providerDidReset`.
    case didReset(ProviderID)
    /// `provider(_:perform:)`; the action times out after the duration, counted from now.
    case perform(SystemAction, provider: ProviderID, timesOutAfter: Duration)
    /// `provider(_:timedOutPerforming:)`.
    case timedOut(ActionID, provider: ProviderID)
    /// `provider(_:didActivate:)`.
    case didActivate(ProviderID)
    /// `provider(_:didDeactivate:)`.
    case didDeactivate(ProviderID)
    /// A report of an incoming call completed.
    case reportCompleted(ReportID, IncomingRefusal?, on: CompletionQueue)
    /// A transaction was accepted, or refused as a whole.
    case requestCompleted(RequestID, RequestRefusal?)
    /// What a call observer sees of a call, anybody's.
    case callChanged(ObservedCall)
}
