/// Where lines of the log go. Called on whatever thread wrote the line, in no promised order between threads: return
/// at once.
nonisolated public protocol LogSink: Sendable {
    /// Takes a line.
    func take(_ record: LogRecord)
}
