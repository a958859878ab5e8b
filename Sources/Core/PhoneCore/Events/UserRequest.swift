public import Redaction

/// What the person asks of the app's own screens, or by Recents and links.
public enum UserRequest: Hashable, Sendable {
    case dial(DialRequest)
    /// Takes a call; what becomes of another one that stands is said too.
    case answer(CallUUID, other: OtherCall)
    /// Turns down, cancels or hangs up, whatever the call is at.
    case end(CallUUID)
    /// Turns down a call that rings: on this device, or on all of the person's. As `end` at any other point.
    case decline(CallUUID, DeclineScope)
    case hold(CallUUID, Bool)
    case mute(CallUUID, Bool)
    case digits(CallUUID, Redacted<String>)
    case speaker(Bool)
    /// Lets sound come out there: an identifier or a word of ``AudioRoutes/output(named:)``.
    case audioRoute(Redacted<String>)
}
