import OSLog
import PhoneKit

/// The system's own log. A line names no person, so it may be public.
struct SystemLogSink: LogSink {
    private let logger = Logger(subsystem: "phone", category: "phone")

    func write(_ record: LogRecord) {
        logger.log(level: record.level.systemLevel, "\(record.description, privacy: .public)")
    }
}

nonisolated extension LogLevel {
    fileprivate var systemLevel: OSLogType {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .default
        case .warning, .error: .error
        }
    }
}
