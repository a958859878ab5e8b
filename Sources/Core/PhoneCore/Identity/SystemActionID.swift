public import CallModel

/// Names an action the system asked for (`CXAction.uuid`), until it is completed or timed out.
public struct SystemActionID: Hashable, Sendable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }
}
