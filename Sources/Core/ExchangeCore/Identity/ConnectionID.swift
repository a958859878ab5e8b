/// Names one socket of one device, for as long as it is open.
///
/// The shell mints it, and never gives the same one to a second socket.
public struct ConnectionID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number the shell gave the socket.
    public let rawValue: UInt64

    /// Wraps the number the shell gave a socket.
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A short text for logs.
    public var description: String { "connection \(rawValue)" }

    /// Orders connections as the shell numbered them.
    public static func < (left: ConnectionID, right: ConnectionID) -> Bool { left.rawValue < right.rawValue }
}
