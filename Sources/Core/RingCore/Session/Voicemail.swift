/// Voicemail, step by step; each step ends at a time.
public struct Voicemail: Hashable, Sendable, Codable {
    /// How far it is.
    public enum Stage: Hashable, Sendable, Codable {
        /// The caller's leg is being answered.
        case answering
        /// The greeting plays: the recorded one, or the one the carrier speaks.
        case greeting(isSpoken: Bool)
        /// The caller speaks.
        case recording
        /// The carrier writes the message; the caller has gone.
        case saving
    }

    /// What the call came to if no message is left.
    let instead: RingOutcome
    /// How far it is.
    public internal(set) var stage: Stage
    /// When the step is given up.
    public internal(set) var until: Duration

    /// Whether a message may still come of it, though the caller has gone.
    var awaitsMessage: Bool { stage == .recording || stage == .saving }
}
