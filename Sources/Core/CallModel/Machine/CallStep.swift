/// What becomes of a state when an event happens.
public enum CallStep: Hashable, Sendable {
    /// The event is taken; the new state differs from the old one.
    case moved(CallState)
    /// The event is turned down and changes nothing.
    case refused(Refusal)
}
