/// What the person does on the system's call screen, or with what the system keeps of calls.
///
/// A button that is not on the screen cannot be tapped: such an event has no effect.
public enum PersonEvent: Hashable, Sendable {
    /// Answers a ringing call.
    case answer(SystemCallID)
    /// Declines a ringing call.
    case decline(SystemCallID)
    /// Ends a call.
    case end(SystemCallID)
    /// Ends the other calls and answers this one.
    case endAndAccept(SystemCallID)
    /// Holds the other calls and answers this one.
    case holdAndAccept(SystemCallID)
    /// Holds or resumes a call.
    case setHeld(SystemCallID, Bool)
    /// Holds the active call and resumes this one.
    case swap(to: SystemCallID)
    /// Mutes or unmutes a call.
    case setMuted(SystemCallID, Bool)
    /// Types digits during a call.
    case digits(SystemCallID, TextID)
    /// Makes one conversation of two calls.
    case merge(SystemCallID, with: SystemCallID)
    /// Taps an entry of Recents.
    case callBack(HandleID)
    /// Opens a `tel:` link.
    case openTelephoneLink(HandleID)
}
