/// A change of what the call screen shows.
public enum CallObservation: Hashable, Sendable {
    /// The phone rings.
    case rings(SystemCallID, DisplayedName)
    /// The phone rings, and the screen for it is missing or has no way to answer.
    case ringsWithoutScreen(SystemCallID)
    /// The other party's name on the screen changed.
    case named(SystemCallID, DisplayedName)
    /// “connecting…”: answered or dialled, and not yet confirmed by the app.
    case connecting(SystemCallID)
    /// The timer of the call runs.
    case connected(SystemCallID)
    /// The call is held, or goes on.
    case held(SystemCallID, Bool)
    /// The mute button of the call is lit, or not.
    case muted(SystemCallID, Bool)
    /// Two calls became one conversation.
    case merged(SystemCallID, with: SystemCallID)
    /// The call left the screen.
    case ended(SystemCallID, showsFailure: Bool)
}
