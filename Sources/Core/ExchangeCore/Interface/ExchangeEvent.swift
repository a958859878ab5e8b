public import CallModel
public import Redaction

/// What can happen to an exchange.
public enum ExchangeEvent: Hashable, Sendable {
    // The gateway.
    /// A device has logged in on a connection. The same session on a new connection takes it over.
    case deviceConnected(ConnectionID, DeviceSession)
    /// A connection is gone.
    case connectionLost(ConnectionID, ConnectionLoss)
    /// A logged-in device asks for something.
    case request(ConnectionID, RequestID, DeviceRequest)
    /// A device responded to a description it was asked to answer.
    case response(ConnectionID, OfferID, OfferResponse)

    // The clock.
    /// A timer is due. One that was cancelled meanwhile is ignored.
    case timerFired(TimerID)

    // Whoever decides calls to numbers.
    /// A call to a number is to go on like that. Answered by ``ExchangeEffect/commandResult(_:)``.
    case command(CallSessionID, CallCommand)

    // An earlier run.
    /// An answered call it left, whose devices have yet to come back. Before anything else of the call.
    case recovered(KeptCall)

    // The operator.
    /// End a call, whoever is in it.
    case endCall(CallSessionID)
    /// A user is removed: its calls end, its devices are logged out.
    case removeUser(UserID)
    /// A device of a user is revoked: it rings no more, and its calls end as those of a device that was lost.
    case removeDevice(DeviceID, of: UserID)
}

/// How a connection came to its end.
public enum ConnectionLoss: Hashable, Sendable {
    /// The device closed it in order. Without a live call its session ends at once.
    case closed
    /// It broke, timed out or was cut off. Its session is kept for a while.
    case broken
}

/// What a device said to a description the exchange asked it to answer.
public enum OfferResponse: Hashable, Sendable {
    /// Its own description.
    case answered(Redacted<String>)
    /// It cannot or will not change.
    case refused
}

/// Names one description the exchange asked a device to answer in the middle of a call.
public struct OfferID: Hashable, Sendable {
    /// The call it belongs to.
    public let session: CallSessionID
    /// Which one of that call, counted from 1.
    public let number: UInt32

    /// Names one offer of a call.
    public init(session: CallSessionID, number: UInt32) {
        self.session = session
        self.number = number
    }
}

/// Names one running timer: whose it is and when it is due.
///
/// The deadline is part of the name, so a firing that crossed its own cancellation can be told from its successor.
public struct TimerID: Hashable, Sendable {
    /// What the timer bounds.
    public let owner: TimerOwner
    /// When it is due, since the shell's origin.
    public let deadline: Duration

    /// Names a timer.
    public init(_ owner: TimerOwner, deadline: Duration) {
        self.owner = owner
        self.deadline = deadline
    }
}

/// What a timer bounds. There is at most one running timer of each.
public enum TimerOwner: Hashable, Sendable {
    /// How long a call rings.
    case ring(CallSessionID)
    /// How long a ringing call waits for its caller's lost connection.
    case callerGrace(CallSessionID)
    /// How long devices that need whole descriptions wait for the caller's candidates.
    case offerGathering(CallSessionID)
    /// How long a caller that needs a whole description waits for the winner's candidates.
    case answerGathering(CallSessionID)
    /// How long a device may take to answer a new description.
    case renegotiation(OfferID)
    /// How long a signalling session without a connection is kept.
    case resume(SignallingSessionID)

    /// The call the timer belongs to; `nil` for a session's.
    public var session: CallSessionID? {
        switch self {
        case .ring(let session), .callerGrace(let session), .offerGathering(let session), .answerGathering(let session):
            session
        case .renegotiation(let offer): offer.session
        case .resume: nil
        }
    }
}
