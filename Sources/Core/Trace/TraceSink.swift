/// Takes the lines of a trace. Called by shells from any thread, in order for one actor; returns at once.
public protocol TraceSink: Sendable {
    func record(_ record: TraceRecord)
}
