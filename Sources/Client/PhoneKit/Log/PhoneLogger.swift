import Synchronization

/// The phone's log: levels, categories, what a line is about, and no way to write a name, a number, a token or an SDP.
///
/// Making one touches nothing. Every method may be called from anywhere.
nonisolated public final class PhoneLogger: Sendable {
    private struct State {
        var ring: LogRing
        var count: UInt64 = 0
    }

    private let settings: LogSettings
    private let sinks: [any LogSink]
    private let clock: any PhoneClock
    private let state: Mutex<State>

    /// A log without lines.
    ///
    /// - Parameter sinks: told of each line that is kept.
    public init(_ settings: LogSettings = LogSettings(), sinks: [any LogSink] = [], clock: any PhoneClock) {
        self.settings = settings
        self.sinks = sinks
        self.clock = clock
        state = Mutex(State(ring: LogRing(capacity: settings.linesMax)))
    }

    /// Writes a line.
    public func write(
        _ level: LogLevel, _ category: LogCategory, _ text: @autoclosure () -> LogText,
        about context: LogContext = LogContext()
    ) {
        guard settings.takes(level, category) else { return }
        let text = text()
        let now = clock.now
        let record = state.withLock { state in
            state.count += 1
            let record = LogRecord(
                number: state.count, time: now, level: level, category: category, context: context, text: text)
            state.ring.add(record)
            return record
        }
        for sink in sinks { sink.take(record) }
    }

    /// The latest lines, the oldest first.
    public var records: [LogRecord] { state.withLock { $0.ring.inOrder } }
}
