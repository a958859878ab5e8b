public import PhoneCore
public import WireJSON

/// One line of the log.
nonisolated public struct LogRecord: Hashable, Sendable, CustomStringConvertible {
    /// Counts from 1 in each process.
    public let number: UInt64
    /// Since the logger's origin.
    public let time: Duration
    public let level: LogLevel
    public let category: LogCategory
    public let context: LogContext
    public let text: LogText

    /// As a line of JSON, its members always in this order.
    public var json: JSONObject {
        JSONObject(
            [
                ("n", .integer(Int64(clamping: number))), ("time", .string(time.logged)),
                ("level", .string(level.name)), ("category", .string(category.rawValue)),
                ("text", .string(text.description)),
            ] + context.members)
    }

    public var description: String { json.jsonText }
}

/// Where lines of the log go. Called on whatever thread wrote the line, in no promised order between threads: return
/// at once.
nonisolated public protocol LogSink: Sendable {
    /// Takes a line.
    func take(_ record: LogRecord)
}

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

/// What part of the phone a line of the log is about.
nonisolated public enum LogCategory: String, CaseIterable, Hashable, Sendable {
    case launch
    case push
    case calls
    case signaling
    case media
    case audio
    case network
    case notices
    case store
    case organizations
    case session
    case signIn
    case bridge
}

/// What a line of the log is about.
nonisolated public struct LogContext: Hashable, Sendable {
    public var call: CallUUID?
    public var line: LineID?
    public var organization: OrganizationID?

    /// About nothing in particular unless said.
    public init(call: CallUUID? = nil, line: LineID? = nil, organization: OrganizationID? = nil) {
        self.call = call
        self.line = line
        self.organization = organization
    }

    var members: [(String, JSONValue)] {
        let named: [(String, (any Loggable)?)] = [("call", call), ("line", line), ("organization", organization)]
        return named.compactMap { key, value in value.map { (key, .string($0.logged)) } }
    }
}
