/// What was recorded. It travels with the recording, because its news may come after the call.
public enum RecordingKind: String, Hashable, Sendable, Codable {
    /// A message for somebody who did not answer.
    case message
    /// A conversation.
    case conversation
}
