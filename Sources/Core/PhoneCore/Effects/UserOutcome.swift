/// What became of a request at once.
public enum UserOutcome: Hashable, Sendable {
    /// It is under way, or was already; the call it is about.
    case accepted(CallUUID?)
    case refused(PhoneRefusal)
}
