/// A line for the log. It carries nothing that names a person.
public enum PhoneLog: Hashable, Sendable {
    /// A call was reported only because its push had to be.
    case thrownAway(CallUUID, ThrowawayCause)
    /// The system refused to ring.
    case reportRefused(CallUUID, ReportRefusal)
    /// The system refused a transaction.
    case requestRefused(SystemRequestID, RequestRefusal)
    /// An action was not completed in time.
    case actionTimedOut(CallUUID)
    /// A push was joined to a call by the caller's number alone.
    case pairedByNumber(CallUUID)
    /// More farewells than are kept; the oldest was given up.
    case farewellGivenUp(CallUUID)
}
