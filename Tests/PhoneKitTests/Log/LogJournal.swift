import PhoneKit
import Synchronization

/// What the sinks of a log were given, as text.
final class LogJournal: LogSink, CrashSink, AnalyticsSink {
    private let written = Mutex<[String]>([])

    var lines: [String] { written.withLock { $0 } }

    private func note(_ line: String) { written.withLock { $0.append(line) } }

    func write(_ record: LogRecord) { note(record.description) }
    func leave(breadcrumb: String) { note("breadcrumb \(breadcrumb)") }
    func record(failure: String) { note("failure \(failure)") }
    func set(_ key: CrashKey, to value: String?) { note("\(key.rawValue)=\(value ?? "")") }
    func count(_ event: AnalyticsEvent) {
        note(([event.name] + event.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: " "))
    }
}
