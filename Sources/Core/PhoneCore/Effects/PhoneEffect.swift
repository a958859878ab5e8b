/// Everything a phone asks of its shell, carried out in order.
public enum PhoneEffect: Hashable, Sendable {
    /// To `CXProvider`. Comes first where a push caused it.
    case report(ReportOrder)
    /// Completes an action of the system. Comes exactly once for each, unless the action timed out.
    case complete(SystemActionID, ActionOutcome)
    /// To `CXCallController`: one transaction. Its acceptance comes back as ``SystemEvent/requested(_:_:)``.
    case request(SystemRequestID, [SystemAction])
    /// To a signalling call, or to a client to make one.
    case line(LineOrder)
    /// To the client of an organisation.
    case signaling(SignalingOrder)
    /// To the audio session and to media.
    case audio(AudioOrder)
    /// To the notification centre.
    case notification(NotificationOrder)
    /// To the file: the whole record, in place of the one before.
    case store(PhoneRecord)
    /// To the exchange's API: this token, or that there is none. Until acknowledged.
    case upload(PushToken?)
    /// A deadline; one of the same name is replaced.
    case startTimer(PhoneTimer, after: Duration)
    case stopTimer(PhoneTimer)
    /// What the person asked for was accepted or refused. Exactly one for each ticket, in the turn that took it.
    case settle(UserTicket, UserOutcome)
    /// To the app's own screens.
    case publish(PhoneNews)
    /// Something is needed from now on. Said again it does no harm.
    case prepare(Facility)
    /// To the log.
    case log(PhoneLog)
}
