public import CallModel

/// What a ring session wants done. All of one event go into one transaction, with the session itself; what leaves the
/// exchange is sent from there afterwards.
public enum RingEffect: Hashable, Sendable, Codable {
    /// A command to the carrier: a row of the outbox. In the order of one session.
    case command(CarrierCommand, RingCommandID)
    /// A command need no longer be sent, if it was not: whoever finds it unsent answers ``CommandResult/withdrawn``.
    case withdraw(RingCommandID)
    /// A push to a device, of the round that it is in.
    case push(RingPush, DeviceID, round: RingRound = .first)
    /// News for a device on its connection, of the round that it is in.
    case notice(DeviceNotice, DeviceID, round: RingRound = .first)
    /// The answer to what a device asked for.
    case reply(DeviceReply, DeviceID)
    /// The call is not what it was: for everybody who may know. Versions grow by one.
    case stateChanged(RingStatus)
    /// Something to be kept for good.
    case record(RingRecord)
    /// Send ``RingEvent/due`` then; nil: not at all. Replaces what was asked before.
    case wake(at: Duration?)
    /// Somebody should look at this.
    case alarm(RingAlarm)
    /// An operator's request was refused: there is a newer version.
    case refused(RingRequest)
    /// Every leg is over: nothing more will be commanded.
    case closed
}
