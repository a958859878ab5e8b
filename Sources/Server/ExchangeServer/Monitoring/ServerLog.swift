internal import Crypto
internal import Dispatch
internal import Foundation
package import Logging
internal import Synchronization
internal import WireJSON

/// The format of log lines.
public enum LogFormat: String, Hashable, Sendable, CaseIterable {
    /// For people.
    case text
    /// For machines: one JSON object a line.
    case json
}

/// Writes log lines to standard error, at a level that may change while the exchange runs.
///
/// Isolation: any thread. A slow reader blocks only the log's own thread, which writes each line whole. When thousands
/// of lines wait, further ones are counted instead.
final class ServerLog: Sendable {
    private struct Handler: LogHandler {
        let log: ServerLog
        let label: String
        var metadata: Logger.Metadata = [:]

        /// The level of the whole exchange.
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

    /// Returns once all earlier lines are written.
    func flush() { queue.sync {} }

    private static func write(_ text: String) {
        var rest = Array((text + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            // The reader has closed standard error; that must not stop the exchange.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// One line of a log.
package struct LogLine: Sendable {
    package var label: String
    package var level: Logger.Level
    package var message: String
    package var metadata: Logger.Metadata

    package init(label: String, level: Logger.Level, message: String, metadata: Logger.Metadata = [:]) {
        self.label = label
        self.level = level
        self.message = message
        self.metadata = metadata
    }

    /// - Parameter microseconds: since 1970.
    package func text(in format: LogFormat, microseconds: Int64) -> String {
        let at = Timestamp.text(microseconds: microseconds)
        switch format {
        case .text:
            let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            return Self.onOneLine("\(at) \(level) \(label): \(message)\(fields)")
        case .json:
            var object: JSONObject = [
                "time": .string(at), "level": .string(level.rawValue), "logger": .string(label),
                "message": .string(message),
            ]
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { object[key] = .string("\(value)") }
            return object.jsonText
        }
    }

    /// Keeps text inside one line, so that it cannot begin another. It works on scalars, because CR and LF together are
    /// one character.
    private static func onOneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": line += "\\n"
            case "\r": line += "\\r"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }
}

/// Makes the names that logs use instead of logins. A login keeps its name while the exchange runs; without the
/// process's key the login cannot be found from it.
struct LogPseudonyms: Sendable {
    private let key = SymmetricKey(size: .bits256)

    /// Represents a login of any length in memory. Only with the key can two logins be made to share a mark.
    struct Mark: Hashable, Sendable {
        fileprivate let value: UInt64
    }

    func mark(of login: String) -> Mark {
        let code = HMAC<SHA256>.authenticationCode(for: Array(login.utf8), using: key)
        return Mark(value: code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Such as `login-3f2a91c07b64`.
    func login(_ text: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
        return "login-" + Hexadecimal.text(of: Array(code.prefix(6)))
    }
}
