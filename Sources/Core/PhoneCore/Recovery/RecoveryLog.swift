/// What is worth a line in the log at a start.
public enum RecoveryLog: Hashable, Sendable {
    /// The record could not be understood and counts as empty.
    case unreadable(RecordFault)
    /// It was written by an earlier version and brought up to date.
    case migrated(from: Int)
    /// Nothing can be read before the first unlock.
    case locked
}
