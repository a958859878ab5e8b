/// Whose names stand in an INVITE.
public enum ExchangeNames: Hashable, Sendable {
    /// Our exchange speaks: the name of the call's session is its own.
    case own
    /// A vendor speaks: its name of the call is in its pushes too, and our name of the session travels in a header.
    case vendor(sessionHeader: String)
}
