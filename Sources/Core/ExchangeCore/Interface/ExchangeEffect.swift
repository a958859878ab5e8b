public import CallModel
public import Redaction
public import RingCore

/// One thing the exchange decided the shell is to do.
///
/// The shell performs effects in order. Once it reaches a journal record that ``JournalRecord/isBarrier``, it
/// performs the effects that follow, in this and in later batches, only after that record is stored: commit, then
/// connect. It may store the other records later, in order. The replies to an event wait for all records of that
/// event, so that nothing that a device was told is missing from the journal.
public enum ExchangeEffect: Hashable, Sendable {
    /// Tell the device that it is logged in. `attach` and `ready` messages follow.
    case admit(ConnectionID)
    /// Tell the device why its login is refused. The connection may stay open.
    case refuseAdmission(ConnectionID, AdmissionRefusal)
    /// Send a message to a device.
    case send(ConnectionID, ExchangeMessage)
    /// Reply to a device's request.
    case reply(ConnectionID, RequestID, ExchangeReply)
    /// Send a device a push. It is not known whether the push arrives.
    case push(UserID, DeviceID, DevicePush)
    /// Start a timer. At its deadline the shell reports ``ExchangeEvent/timerFired(_:)``.
    case startTimer(TimerID)
    /// Stop a timer. A firing that is on its way already does no harm.
    case cancelTimer(TimerID)
    /// Report an event of a call to a number to its ring session.
    case callEvent(CallSessionID, GatewayCallEvent)
    /// The result of the command that was the event, and the events that it revealed at once.
    case commandResult(CommandResult, [CarrierEvent])
    /// Store a journal record.
    case journal(JournalRecord)
    /// Store the data with which another run can go on with an answered call, in place of the earlier data. Replies
    /// wait for it as for a record. It precedes the claim it belongs to, and is stored together with it.
    case keep(KeptCall)
    /// Delete the stored data of such a call, which is over.
    case discard(CallSessionID)
    /// Tell the device that another connection took over its session, and close this one. The loss need not be
    /// reported.
    case punt(ConnectionID)
    /// Close a connection whose user or device was removed. Its loss need not be reported.
    case disconnect(ConnectionID)
}

/// One change of one call, as the journal stores it.
public struct JournalRecord: Hashable, Sendable {
    /// The call that changed.
    public let session: CallSessionID
    /// The version of the call that the change made: 1 for the first, then strictly growing.
    public let version: UInt64
    /// The time of the change, since the shell's origin.
    public let time: Duration
    /// What changed.
    public let change: JournalChange

    public init(session: CallSessionID, version: UInt64, time: Duration, change: JournalChange) {
        self.session = session
        self.version = version
        self.time = time
        self.change = change
    }

    /// Whether the effects that follow wait until the record is stored. This is true of a claim, a hand-over and a
    /// transfer, which a restarted exchange must not decide a second time. Only replies wait for the other records.
    public var isBarrier: Bool {
        switch change {
        case .claimed, .handedOver, .transferred: true
        case .created, .legPlanned, .legRang, .legHeld, .legResumed, .legDetached, .legAttached, .legOver, .merged,
            .ended:
            false
        }
    }
}

/// A change of a call.
public enum JournalChange: Hashable, Sendable {
    /// A call was placed, with the caller's leg. `organization`: the one the caller's device spoke for.
    case created(
        leg: LegID, caller: UserID, device: DeviceID, callee: UserID?, dialed: Redacted<String>,
        organization: String? = nil)
    /// A leg was added for a device that is to be rung.
    case legPlanned(LegID, user: UserID, device: DeviceID)
    /// A device was told to ring.
    case legRang(LegID)
    /// A leg answered first and has the call. `epoch` counts the claims of a call, from 1.
    case claimed(LegID, epoch: UInt32)
    /// Another device of a user took the answered call. `legOver` of the former one follows, unless it has left before.
    case handedOver(to: LegID, user: UserID, device: DeviceID)
    /// The call was transferred: a device of another user has the place of the caller, or of the called side. `legOver`
    /// of the former one follows, unless it has left before.
    case transferred(to: LegID, user: UserID, device: DeviceID, ofCaller: Bool)
    /// A device in the call holds it.
    case legHeld(LegID)
    /// A device in the call has resumed it.
    case legResumed(LegID)
    /// A device in the call has lost its connection.
    case legDetached(LegID)
    /// A device in the call has come back.
    case legAttached(LegID)
    /// The call is over for a device. The ending is the one the device is told.
    case legOver(LegID, Ending)
    /// The callee calls the caller too. This call ends, and the call of the given caller's leg goes on in its place.
    case merged(into: LegID)
    /// The call is over. No change follows.
    case ended(Ending)
}

/// A message to a device by the push service of its platform, in case the device has no connection.
public enum DevicePush: Hashable, Sendable {
    /// The device is rung until the deadline. It logs in to take part.
    case ring(GatewayRingPush)
    /// A call that rang the device by push is over for it. Sent only to a device without a connection to be told on.
    case over(CallSessionID, Ending)
}

/// The ring that a push carries.
public struct GatewayRingPush: Hashable, Sendable {
    /// The call that rings.
    public let session: CallSessionID
    /// The user who placed it.
    public let caller: UserID
    /// The caller's name, as the calling policy shows it.
    public let callerName: Redacted<String>
    /// The caller's number, as the calling policy shows it.
    public let callerNumber: Redacted<String>
    /// The text the caller dialed.
    public let dialed: Redacted<String>
    /// The organization the caller's device speaks for; nil if none.
    public let organization: String?
    /// Until when the call rings, since the shell's origin; the same for all devices.
    public let deadline: Duration
}
