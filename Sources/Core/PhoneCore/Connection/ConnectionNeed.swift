/// What a connection is for. It is kept while there is anything, and closed when there is nothing.
public enum ConnectionNeed: UInt8, CaseIterable, Hashable, Sendable {
    /// The app is on the screen.
    case foreground
    /// A call that was taken or placed lives on it.
    case call
    /// A push announced a call that will come over it.
    case push
    /// The exchange must still be told something: a decline, an end.
    case farewell
    /// A switch to its organisation tries whether it comes about.
    case trial
}
