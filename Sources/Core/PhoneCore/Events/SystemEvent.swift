/// What CallKit tells the phone.
public enum SystemEvent: Hashable, Sendable {
    /// The report of a call came to completion. Source: C25.
    case reported(CallUUID, ReportPurpose, ReportRefusal?)
    /// A transaction was accepted (`nil`), which is not yet its execution, or refused whole. Source: C46.
    case requested(SystemRequestID, RequestRefusal?)
    /// An action is to be performed, and completed exactly once. `timeLeft` is what remains until its time-out date,
    /// if the shell knows.
    case perform(SystemActionID, SystemAction, timeLeft: Duration?)
    /// An action was not completed in time; it must not be completed any more. Source: C42.
    case timedOut(SystemActionID, SystemAction)
    /// The audio session is ours.
    case audioActivated
    /// The audio session is no longer ours.
    case audioDeactivated
    /// The system lost all its calls. Source: C24.
    case reset
}
