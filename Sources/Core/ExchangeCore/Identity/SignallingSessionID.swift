/// Names one signalling session of a device (`sessid` on the wire): it outlives sockets, so that a device that lost one
/// can come back to its calls on another.
///
/// The device makes it, so it proves nothing: a session belongs to the user that logged in with it first.
public struct SignallingSessionID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text the device chose; the shell bounds its length.
    public let rawValue: String

    /// Wraps the text a device chose.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text a device chose.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the session in a log: whoever knows the id of a session could ask to take it over.
    public var description: String { "‹session›" }
}
