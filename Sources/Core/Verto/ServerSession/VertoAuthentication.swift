/// A login to be decided by the shell.
public struct VertoAuthentication: Hashable, Sendable {
    public enum Identity: Hashable, Sendable {
        case account(VertoLogin)
        case anonymous(VertoAnonymousLogin)
    }

    public var identity: Identity
    /// The session the socket is bound to. The shell refuses it when it belongs to another user, and punts the socket
    /// that has it when it is the same user's.
    public var sessionID: String

    public init(identity: Identity, sessionID: String) {
        self.identity = identity
        self.sessionID = sessionID
    }
}
