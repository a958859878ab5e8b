/// How far a call has come, as everyone is told.
public enum CallStage: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nobody has answered; devices ring or are awaited.
    case ringing
    /// One device has answered.
    case active
    /// The call is over.
    case ended
}
