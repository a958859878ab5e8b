public import CallModel

/// What a ring session is told.
public enum RingEvent: Hashable, Sendable, Codable {
    /// What a carrier says of a leg, by webhook or in reply to a look. In any order, any number of times.
    case carrier(CarrierNews)
    /// What came of a command.
    case result(RingCommandID, CommandResult)
    /// What a device asks for, through our own interface, and of which of its rounds; nil: of the one it is in, for those who
    /// do not say. `process`: who asks, where another run of the app was rung before it.
    case device(DeviceID, DeviceRequest, round: RingRound? = nil, process: AppProcess? = nil)
    /// What became of a device or a user while the call is on.
    case membership(MembershipChange)
    /// What another session has to do with this one.
    case glare(GlareNews)
    /// What an operator or another part of the exchange asks for, knowing a version of the session.
    case request(RingRequest, version: UInt64)
    /// The time asked for by ``RingEffect/wake(at:)`` has come. Harmless at any other time.
    case due
    /// The exchange has started, or has been out of touch: every leg is to be looked at.
    case reconcile
}
