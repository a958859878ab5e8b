/// What a queue does with a push that is handed in.
public enum PushAdmission: Hashable, Sendable {
    /// It waits for its turn; if a ring is named, that one is not sent any more, but may have arrived before.
    case admitted(instead: QueuedPush?)
    /// The call's ring had not been sent: it is taken out, and the news of the call's end has nobody to tell.
    case withdrew(QueuedPush)
    /// It is not taken in.
    case refused(PushOutcome)
}
