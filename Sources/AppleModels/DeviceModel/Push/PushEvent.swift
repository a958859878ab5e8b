/// What the push service does to the phone.
public enum PushEvent: Hashable, Sendable {
    /// A VoIP push reaches the phone.
    case arrives(PushArrival)
    /// A push never reaches the phone, though the push service took it.
    case isLost(PushID)
    /// The app is given another token.
    case tokenChanges(PushToken)
    /// The app's token dies.
    case tokenDies
}
