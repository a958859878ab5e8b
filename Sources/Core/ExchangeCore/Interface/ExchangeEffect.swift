public import CallModel
public import Redaction

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

/// One change of one call, as it is stored.
public struct JournalRecord: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// The version of the call that the change made: 1 for the first, then strictly growing.
    public let version: UInt64
    /// When, since the shell's origin.
    public let time: Duration
    /// What changed.
    public let change: JournalChange

    /// Makes a record.
    public init(session: CallSessionID, version: UInt64, time: Duration, change: JournalChange) {
        self.session = session
        self.version = version
        self.time = time
        self.change = change
    }

    /// Whether nothing that follows may be performed before the record is stored: true of a claim, which must not be
    /// decided a second time by an exchange that was restarted. Of the other records only replies wait.
    public var isBarrier: Bool {
        if case .claimed = change { true } else { false }
    }
}

/// What can change about a call.
public enum JournalChange: Hashable, Sendable {
    /// A call was placed; the caller's leg with it. `organization`: the one the caller's device spoke for.
    case created(
        leg: LegID, caller: UserID, device: DeviceID, callee: UserID?, dialled: Redacted<String>,
        organization: String? = nil)
    /// A device is to be rung.
    case legPlanned(LegID, user: UserID, device: DeviceID)
    /// A device was told to ring.
    case legRang(LegID)
    /// A leg answered first: the call is this leg's. `epoch` counts the claims of a call, from 1.
    case claimed(LegID, epoch: UInt32)
    /// A device in the call holds it.
    case legHeld(LegID)
    /// A device in the call has resumed it.
    case legResumed(LegID)
    /// A device in the call has lost its connection.
    case legDetached(LegID)
    /// A device in the call has come back.
    case legAttached(LegID)
    /// The call is over for a device; how, as the device is told.
    case legOver(LegID, Ending)
    /// The callee calls the caller too: the call of that caller's leg goes on in place of this one, which ends.
    case merged(into: LegID)
    /// The call is over. Nothing follows.
    case ended(Ending)
}

/// What a device is told through the push service of its platform, while it may have no connection.
public enum DevicePush: Hashable, Sendable {
    /// It is rung, until the deadline: log in to take part.
    case ring(RingPush)
    /// A call it was rung for by push is over for it. Only to a device that has no connection to be told on.
    case over(CallSessionID, Ending)
}

/// A ring that goes out as a push.
public struct RingPush: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// Who calls.
    public let caller: UserID
    /// The caller's name.
    public let callerName: Redacted<String>
    /// The caller's number.
    public let callerNumber: Redacted<String>
    /// What the caller dialled.
    public let dialled: Redacted<String>
    /// The organisation the caller's device speaks for; nil: none.
    public let organization: String?
    /// Until when the call rings, since the shell's origin: the same for everybody.
    public let deadline: Duration
}
