/// What one socket's server side asks of its shell, to be done in order.
public enum VertoServerEffect: Hashable, Sendable {
    case send(VertoFrame)
    /// All in one array.
    case sendBatch([VertoFrame])
    /// To be answered by `authenticated` or `authenticationRefused`. At most one is open.
    case authenticate(VertoAuthentication)
    /// To be answered by `reply` or `refuse`.
    case request(VertoRequestToken, VertoClientRequest)
    /// `clientReady` was sent: the session takes calls.
    case ready
    case startTimer(VertoServerTimer, after: Duration)
    case cancelTimer(VertoServerTimer)
    /// Write what is to be sent, then close. Nothing follows.
    case close(VertoServerClosing)
}
