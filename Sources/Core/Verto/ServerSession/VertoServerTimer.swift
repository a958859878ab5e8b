/// The clocks of one socket's server side. Each runs at most once at a time; starting it again replaces it.
public enum VertoServerTimer: String, Hashable, Sendable, CaseIterable {
    /// Until the socket must be logged in.
    case login
    /// Until `clientReady` is sent.
    case clientReady
    /// Until it is looked at whether anything came.
    case idle
}
