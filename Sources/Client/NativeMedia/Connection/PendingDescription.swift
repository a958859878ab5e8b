import MediaEngine

/// A description that waits for its candidates.
struct PendingDescription {
    var id: MediaCommand.ID
    var generation: Int
}
