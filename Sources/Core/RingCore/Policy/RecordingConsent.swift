/// What allows that a conversation is recorded.
public enum RecordingConsent: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: it is not recorded.
    case none
    /// Whoever talks has agreed, or was told before the call came to the exchange: it is recorded from its first word.
    case given
    /// Whoever talks is told by an announcement, and recorded once they have heard it.
    case byAnnouncement
}
