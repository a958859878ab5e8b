/// Names one connection of a sender; counted from 1, never used again.
public struct ApnsConnectionID: Hashable, Sendable, CustomStringConvertible {
    public let value: UInt32

    public init(_ value: UInt32) {
        self.value = value
    }

    public var description: String { "connection \(value)" }
}
