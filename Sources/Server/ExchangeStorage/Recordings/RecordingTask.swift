/// What is to be done about a recording that a carrier has. The numbers are stored, so they never change.
public enum RecordingTask: Int64, Hashable, Sendable {
    /// Nothing: it stays there.
    case none = 0
    /// Its sound is to be fetched into the mailboxes of its message.
    case fetch = 1
    /// It is in no mailbox, and no conversation: the carrier is to delete it, after a grace that begins when it is marked.
    case delete = 2
}
