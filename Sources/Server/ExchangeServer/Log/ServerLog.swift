internal import Dispatch
internal import Foundation
internal import Logging
internal import Synchronization

/// How log lines are written.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// For people.
    case text
    /// For machines: one JSON object a line.
    case json
}

/// Writes log lines to standard error, at a level that may change while the exchange runs.
///
/// Isolation: any thread. A slow reader of the lines keeps no thread waiting but the log's own, which writes each line
/// whole; when thousands wait further ones are counted instead.
final class ServerLog: Sendable {
    private struct Handler: LogHandler {
        let log: ServerLog
        let label: String
        var metadata: Logger.Metadata = [:]

        /// One for the whole exchange.
        var logLevel: Logger.Level {
            get { log.level }
            set { log.level = newValue }
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, last in last }
            log.write(LogLine(label: label, level: event.level, message: "\(event.message)", metadata: all))
        }
    }

    private let current: Mutex<Logger.Level>
    private let format: LogFormat
    private let queue = DispatchQueue(label: "carillon.log", qos: .utility)
    private let backlog = Mutex((waiting: 0, lost: 0))

    /// Some 2 MB.
    private static let waitingMax = 10_000

    init(_ format: LogFormat, level: Logger.Level) {
        self.format = format
        current = Mutex(level)
    }

    var level: Logger.Level {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func logger(label: String) -> Logger { Logger(label: label) { _ in Handler(log: self, label: label) } }

    private func write(_ line: LogLine) {
        let at = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let lost = backlog.withLock { backlog -> Int? in
            guard backlog.waiting < Self.waitingMax else {
                backlog.lost += 1
                return nil
            }
            defer { backlog = (backlog.waiting + 1, 0) }
            return backlog.lost
        }
        guard let lost else { return }
        queue.async { [self] in
            if lost > 0 {
                let complaint = LogLine(
                    label: line.label, level: .warning, message: "\(lost) lines could not be written in time",
                    metadata: [:])
                Self.write(complaint.text(in: format, microseconds: at))
            }
            Self.write(line.text(in: format, microseconds: at))
            backlog.withLock { $0.waiting -= 1 }
        }
    }

    /// Returns once what was logged before is written.
    func flush() { queue.sync {} }

    private static func write(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            // The reader has gone: that is no reason to fail.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
