/// Something to be done about a recording that a carrier has.
public struct RecordingErrand: Hashable, Sendable {
    public let source: RecordingSource
    public let task: RecordingTask
    /// How often it was tried in vain.
    public let attempts: Int
    /// Of a deletion: when its grace began; nil: it has not begun.
    public let markedAt: Duration?

    public init(source: RecordingSource, task: RecordingTask, attempts: Int, markedAt: Duration?) {
        self.source = source
        self.task = task
        self.attempts = attempts
        self.markedAt = markedAt
    }
}
