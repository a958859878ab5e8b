/// What kind of thing waits to be sent: each has a budget of its own, so that none holds up another.
public enum OutboxKind: Int64, Hashable, Sendable, CaseIterable {
    /// A command to the carrier that is no dial.
    case command = 0
    /// A dial: an account may make so many in a while.
    case dial = 1
    /// A push to a device: may wait for its service until the call has stopped ringing.
    case push = 2
}
