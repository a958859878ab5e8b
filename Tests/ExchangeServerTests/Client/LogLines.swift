import ExchangeServer
import ExchangeStorage
import Logging
import Synchronization
import Trace

/// Everything an exchange writes down: log lines of every level, and the trace.
final class LogLines: TraceSink {
    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.add("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }

    private let lines = Mutex<[String]>([])
    private let changes = ChangeSignal()

    var all: [String] { lines.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(lines: self) }
        logger.logLevel = .trace
        return logger
    }

    func record(_ record: TraceRecord) { add("\(record)") }

    /// Returns when there is such a line, or the test's time is over.
    func line(_ isIt: (String) -> Bool) async {
        while !Task.isCancelled {
            let seen = changes.count
            if all.contains(where: isIt) { return }
            await changes.wait(after: seen)
        }
    }

    private func add(_ line: String) {
        lines.withLock { $0.append(line) }
        changes.signal()
    }
}
