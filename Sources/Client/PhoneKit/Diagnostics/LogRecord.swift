public import CallModel
public import PhoneCore
public import WireJSON

/// One line of the log.
nonisolated public struct LogRecord: Hashable, Sendable, CustomStringConvertible {
    /// The line's number, counted from 1 in each process.
    public let number: UInt64
    /// The time since the origin of the logger's clock.
    public let time: Duration
    /// The importance of the line.
    public let level: LogLevel
    /// The part of the phone that wrote it.
    public let category: LogCategory
    /// The call, line and organization that it is about.
    public let context: LogContext
    /// Its words, free of personal values.
    public let text: LogText

    /// The line as JSON, with its members always in this order.
    public var json: JSONObject {
        JSONObject(
            [
                ("n", .integer(Int64(clamping: number))), ("time", .string(time.logged)),
                ("level", .string(level.name)), ("category", .string(category.rawValue)),
                ("text", .string(text.description)),
            ] + context.members)
    }

    /// The line as one line of JSON.
    public var description: String { json.jsonText }
}

/// Receives lines of the log. It is called on the thread that wrote the line, without a fixed order between threads,
/// and has to return at once.
nonisolated public protocol LogSink: Sendable {
    /// Takes a line.
    func write(_ record: LogRecord)
}

/// The importance of a line of the log.
nonisolated public enum LogLevel: UInt8, CaseIterable, Hashable, Comparable, Sendable {
    /// Details for debugging; not kept in a released app.
    case debug
    /// The course of events.
    case info
    /// An event that the person may have noticed.
    case notice
    /// An event that should not happen, after which the phone went on.
    case warning
    /// An event that a developer has to look into.
    case error

    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// The level's name in a line.
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

/// The part of the phone that a line of the log is about.
nonisolated public enum LogCategory: String, CaseIterable, Hashable, Sendable {
    /// The start of the process, and links or activities that opened the app.
    case launch
    /// Pushes, device tokens and push keys.
    case push
    /// The progress of calls and what CallKit was told of them.
    case calls
    /// Sockets, logins and messages of the exchange or the carrier.
    case signaling
    /// Peer connections, candidates and codecs.
    case media
    /// The audio session, its routes and interruptions.
    case audio
    /// Changes of the network path.
    case network
    /// Notifications about missed and dropped calls.
    case notices
    /// Files, defaults and the keychain.
    case store
    /// The choice of an organization, and its credentials.
    case organizations
    /// The session with the exchange: its renewal and its end.
    case session
    /// Signing in with Apple.
    case signIn
    /// Requests of the web page and events for it.
    case bridge
}

/// The call, line and organization that a line of the log is about.
nonisolated public struct LogContext: Hashable, Sendable {
    /// The call by its name for the system, which identifies no person.
    public var call: CallUUID?
    /// The signaling call, whose identifier is derived from its name on the wire.
    public var line: LineID?
    /// The organization; only a hash of its name is logged.
    public var organization: OrganizationID?

    /// Makes a context; every part may be missing.
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
