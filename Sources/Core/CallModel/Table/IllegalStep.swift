/// A step of ours that a platform's own table has no place for.
public struct IllegalStep: Hashable, Sendable, CustomStringConvertible {
    /// The platform.
    public let platform: String
    /// Its name before the step, `none` if it shows no call.
    public let from: String
    /// Its name after the step.
    public let to: String
    /// Our state before the step.
    public let state: CallState
    /// The event that makes it.
    public let event: CallEvent

    /// The whole of it, for whoever has to mend a table.
    public var description: String { "\(platform): \(from) → \(to) by \(event) in [\(state)]" }
}
