public import CallModel

/// What a device is told through the push service of its platform, while it may have no connection.
public enum DevicePush: Hashable, Sendable {
    /// It is rung, until the deadline: log in to take part.
    case ring(RingPush)
    /// A call it was rung for by push is over for it. Only to a device that has no connection to be told on.
    case over(CallSessionID, Ending)
}
