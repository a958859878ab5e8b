/// What a client's session asks of its shell, to be done in order.
public enum VertoClientEffect: Hashable, Sendable {
    /// To be answered by `socketOpened` or `socketClosed`.
    case openSocket
    /// Write what is to be sent, then close. A closing that was asked for is not reported as `socketClosed`.
    case closeSocket
    case send(VertoFrame)
    case startTimer(VertoClientTimer, after: Duration)
    case cancelTimer(VertoClientTimer)
    case notify(VertoClientNotice)
}
