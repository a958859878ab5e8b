/// What a line of the log says. It can only be written in the source: its words are literals, and only ``Loggable``
/// values may stand between them; personal ones leave `‹redacted›`.
nonisolated public struct LogText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The longest text, in bytes; what a line holds is a few identifiers. Longer ones are cut.
    public static let lengthMax = 512

    private let text: String

    public init(stringLiteral value: StaticString) {
        text = Self.bounded(value.description)
    }

    public init(stringInterpolation: LogInterpolation) {
        text = Self.bounded(stringInterpolation.text)
    }

    public var description: String { text }

    private static func bounded(_ text: String) -> String {
        text.utf8.count <= lengthMax ? text : String(decoding: text.utf8.prefix(lengthMax), as: UTF8.self)
    }
}
