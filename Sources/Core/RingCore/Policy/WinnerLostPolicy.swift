/// What a caller hears whose winner was lost before a word was said, with nobody left to ring. Never silence.
public enum WinnerLostPolicy: String, Hashable, Sendable, Codable {
    /// The greeting, and may leave a message.
    case voicemail
    /// An apology, and the end.
    case apology
}
