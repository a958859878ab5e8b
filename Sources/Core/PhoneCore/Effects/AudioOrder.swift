/// What the audio session and media are told. Activation is the system's alone: there is no order for it (C61).
public enum AudioOrder: Hashable, Sendable {
    /// Category and mode of a call. Before an answer or start is fulfilled (C60).
    case configure
    /// Sound of this line begins: playing and recording.
    case start(LineID)
    /// All sound ends.
    case stop
    /// The built-in speaker overrides the route, or no longer does.
    case speaker(Bool)
    /// This way instead of the one the system would take: nothing overrides it, and its device is preferred. `nil`: no
    /// device is preferred any more.
    case prefer(AudioOutput?)
    /// A tap to be felt, for a digit.
    case haptic
}
