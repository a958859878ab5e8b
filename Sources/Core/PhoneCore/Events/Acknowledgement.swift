/// What somebody outside confirms to have, so that the record need not keep it.
public enum Acknowledgement: Hashable, Sendable {
    /// The exchange has this push token (`nil`: knows that there is none).
    case pushToken(PushToken?)
    /// The person saw the notice, or it is in the notification centre.
    case notice(CallUUID)
}
