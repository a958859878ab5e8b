public import Redaction

/// Puts a ``LogText`` together. There is no way to put a `String` in: that is the point of it.
nonisolated public struct LogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Words of the source.
    public mutating func appendLiteral(_ literal: StaticString) {
        text += literal.description
    }

    /// A value that names nobody.
    public mutating func appendInterpolation(_ value: some Loggable) {
        text += value.logged
    }

    /// The same, or `none`.
    public mutating func appendInterpolation(_ value: (some Loggable)?) {
        text += value?.logged ?? "none"
    }

    /// That there was something personal, not what.
    public mutating func appendInterpolation<Value>(_ value: Redacted<Value>) {
        text += value.description
    }
}
