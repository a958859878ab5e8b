/// A button of a call.
public enum CallTap: Hashable, Sendable {
    case answer
    case decline
    case end
    case hold
    case resume
    case mute
    case unmute
    /// Digits, typed one after the other.
    case digits(String)
    /// Ends the other call and answers this one.
    case endAndAnswer
    /// Holds the other call and answers this one.
    case holdAndAnswer
}
