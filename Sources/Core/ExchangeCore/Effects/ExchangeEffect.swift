public import CallModel

/// What the exchange decided.
///
/// The shell performs effects in order. Having come to a journal record that ``JournalRecord/isBarrier``, it performs
/// what follows, in this and in later batches, only once that record is stored: commit, then connect. The other records
/// may be stored at leisure, in order; the replies of an event wait for all of its records, so that nothing is missing
/// that somebody was told is done.
public enum ExchangeEffect: Hashable, Sendable {
    /// The log-in holds: tell the device so. `attach` and `ready` messages follow.
    case admit(ConnectionID)
    /// The log-in does not hold: tell the device why. The connection may stay open.
    case refuseAdmission(ConnectionID, AdmissionRefusal)
    /// Say something to a device.
    case send(ConnectionID, ExchangeMessage)
    /// Reply to a device's request.
    case reply(ConnectionID, RequestID, ExchangeReply)
    /// Tell a device something by push. Whether it arrives nobody knows.
    case push(UserID, DeviceID, DevicePush)
    /// Start a timer; it comes back as ``ExchangeEvent/timerFired(_:)`` at its deadline.
    case startTimer(TimerID)
    /// Stop a timer. If its firing is on its way already it does no harm.
    case cancelTimer(TimerID)
    /// Tell whoever decides calls to numbers what has happened to one.
    case news(CallSessionID, CallNews)
    /// What came of the command that was the event.
    case commandResult(CallCommandResult)
    /// Store a record.
    case journal(JournalRecord)
    /// Store what an answered call needs to go on in another run, in place of what was stored of it before. Replies wait
    /// for it as for a record; it stands before the claim it belongs to, and is stored with it.
    case keep(KeptCall)
    /// Such a call is over: what was kept of it is of no use.
    case discard(CallSessionID)
    /// Another connection took over the session of this one: tell it so and close it. Its loss need not be reported.
    case punt(ConnectionID)
    /// Close a connection whose user is no more. Its loss need not be reported.
    case disconnect(ConnectionID)
}
