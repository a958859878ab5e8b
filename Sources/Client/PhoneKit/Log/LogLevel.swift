/// How much a line of the log matters.
nonisolated public enum LogLevel: UInt8, CaseIterable, Hashable, Comparable, Sendable {
    /// For whoever looks for something; not kept in an app that was shipped.
    case debug
    /// What happened, in order.
    case info
    /// Something a person may have noticed.
    case notice
    /// Something that should not happen, and the phone went on.
    case warning
    /// Something a developer has to look at.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// Its name in a line.
    public var name: String {
        switch self {
        case .debug: "debug"
        case .info: "info"
        case .notice: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }
}
