public import WireJSON

/// What a client's session needs to know from the start.
public struct VertoClientConfiguration: Hashable, Sendable {
    public enum Login: Hashable, Sendable {
        case account(VertoLogin)
        case anonymous(VertoAnonymousLogin)
    }

    public var dialect: VertoDialect
    /// The session's id is put into it.
    public var login: Login
    /// Made by the client once and kept over every reconnection: the server finds the calls by it.
    public var sessionID: String
    /// Whether a lost socket is opened again.
    public var reconnects: Bool
    /// The parameters of `attachCalls`, by which calls that a push announced are asked for as soon as the session is
    /// ready; nil: they are not.
    public var callFetch: JSONObject?
    public var timing: VertoClientTiming

    public init(
        dialect: VertoDialect, login: Login, sessionID: String, reconnects: Bool = true,
        callFetch: JSONObject? = nil, timing: VertoClientTiming = VertoClientTiming()
    ) {
        self.dialect = dialect
        self.login = login
        self.sessionID = sessionID
        self.reconnects = reconnects
        self.callFetch = callFetch
        self.timing = timing
    }

    /// The login as it is sent for a session.
    func request(sessionID: String) -> VertoClientRequest {
        switch login {
        case .account(var login):
            login.sessionID = sessionID
            return .login(login)
        case .anonymous(var login):
            login.sessionID = sessionID
            return .anonymousLogin(login)
        }
    }
}
