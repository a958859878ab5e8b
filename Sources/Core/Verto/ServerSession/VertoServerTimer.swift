/// The clocks of one socket's server side. Each runs at most once at a time; starting it again replaces it.
public enum VertoServerTimer: String, Hashable, Sendable, CaseIterable {
    /// Until the socket must be logged in.
    case login
    /// Until `clientReady` is sent.
    case clientReady
    /// Until what the client logged in with is worth nothing any more.
    case expiry
    /// Until it is looked at whether anything came.
    case idle
}
