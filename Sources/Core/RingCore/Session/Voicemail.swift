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

        /// How long it may take at most.
        var timeMax: Duration {
            switch self {
            case .answering: RingLimits.bridgeTimeMax
            case .greeting: RingLimits.greetingTimeMax
            case .recording: RingLimits.messageTimeMax
            case .saving: RingLimits.savingTimeMax
            }
        }
    }

    /// What the call came to if no message is left.
    let instead: RingOutcome
    /// How far it is.
    public internal(set) var stage: Stage
    /// When the step is given up.
    public internal(set) var until: Duration

    /// Whether a message may still come of it, even if the caller has gone.
    var awaitsMessage: Bool { stage == .recording || stage == .saving }
}

/// What a caller said before a device took the call.
struct UnsettledMessage: Hashable, Sendable, Codable {
    let recording: RecordingID
    let length: Duration?
}

extension RingOutcome {
    /// A caller who said something and then talked to no user has left a message.
    func withMessages(_ messages: [UnsettledMessage]?) -> RingOutcome {
        messages != nil && (isMissed || self == .abandoned) ? .message : self
    }
}
