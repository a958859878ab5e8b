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
