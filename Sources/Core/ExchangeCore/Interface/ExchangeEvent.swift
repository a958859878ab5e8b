public import CallModel
public import Redaction
public import RingCore

/// An event the shell reports to the exchange.
public enum ExchangeEvent: Hashable, Sendable {
    // The gateway.
    /// A device has logged in on a connection. If the session had another connection, this one replaces it.
    case deviceConnected(ConnectionID, DeviceSession)
    /// A connection was lost.
    case connectionLost(ConnectionID, ConnectionLoss)
    /// A device sent a request.
    case request(ConnectionID, RequestID, ClientRequest)
    /// A device responded to an offer.
    case response(ConnectionID, OfferID, OfferResponse)
    /// A device acknowledged a message about its call. Reported only of devices that acknowledge messages,
    /// and of the answer to a device that takes a call.
    case acknowledged(ConnectionID, CallID, Acknowledgement)

    // The clock.
    /// A timer is due. The exchange ignores one that was canceled meanwhile.
    case timerFired(TimerID)

    // The ring sessions that live outside of the exchange: those of calls to numbers.
    /// A ring session commands its call; a repeated command changes nothing. A dial comes with the device it rings.
    /// Answered by ``ExchangeEffect/commandResult(_:_:)``.
    case command(CallSessionID, CarrierCommand, on: GatewayDevice? = nil)

    // An earlier run.
    /// An earlier run left an answered call, whose devices have yet to come back. This event comes before any other
    /// of the call.
    case recovered(KeptCall)

    // The operator.
    /// The operator ends a call.
    case endCall(CallSessionID)
    /// A user is removed: the user's calls end, and the user's devices are logged out.
    case removeUser(UserID)
    /// A device of a user is revoked: no call rings it, and its calls end as those of a lost device do.
    case removeDevice(DeviceID, of: UserID)
}

/// A device by its name at the gateway, which is unique for its user only.
public struct GatewayDevice: Hashable, Sendable {
    /// The user of the device.
    public let user: UserID
    /// The device's name at the gateway.
    public let device: DeviceID

    /// Names a device of a user.
    public init(_ device: DeviceID, of user: UserID) {
        self.user = user
        self.device = device
    }
}

/// How a connection was lost.
public enum ConnectionLoss: Hashable, Sendable {
    /// The device closed it properly. Without a live call the session ends at once.
    case closed
    /// The device's page went away, and may be loaded again. Without a live call the session is kept for
    /// ``ExchangeLimits/pageReturnTime``.
    case left
    /// It broke, timed out or was cut off. The session is kept for the resume time.
    case broken
}

/// A device's response to an offer.
public enum OfferResponse: Hashable, Sendable {
    /// The device answered with its own description.
    case answered(Redacted<String>)
    /// The device cannot or will not change its media.
    case refused
}

/// The knowledge that a device's acknowledgement proves.
public enum Acknowledgement: Hashable, Sendable {
    /// The device has the call.
    case hasCall
    /// The device, a caller's, has the call and knows that it rings. Source: Telnyx's Flutter SDK acknowledges this
    /// message and no other one, and ends an answered call that it is asked for (read).
    case hasRingingCall
    /// The device has the call, and knows that it is answered.
    case hasAnsweredCall
    /// The device was heard long after it was told that its answer, or its taking up of the call, is accepted. So it
    /// has heard that. Whether it acknowledges messages is not known by this.
    case heardLater
    /// The device refused the message, because it has no such call.
    case lacksCall
}

/// The id of one description that a device was asked to answer or to make during a call.
public struct OfferID: Hashable, Sendable {
    /// The call that the description is for.
    public let session: CallSessionID
    /// The number of the offer in its call, counted from 1.
    public let number: UInt32

    public init(session: CallSessionID, number: UInt32) {
        self.session = session
        self.number = number
    }
}

/// The id of one running timer.
///
/// The deadline is part of the id, so that a firing that crossed its own cancellation can be told from that of a
/// later timer.
public struct TimerID: Hashable, Sendable {
    /// What the timer belongs to.
    public let owner: TimerOwner
    /// The deadline, since the shell's origin.
    public let deadline: Duration

    public init(_ owner: TimerOwner, deadline: Duration) {
        self.owner = owner
        self.deadline = deadline
    }
}

/// The wait that a timer ends. Each has at most one running timer.
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
    /// How long a device that came back may take to show that it still has its call.
    case acknowledgement(CallSessionID, LegID)
    /// How long a signaling session without a connection is kept.
    case resume(SignalingSessionID)

    /// The call the timer belongs to; `nil` for a session's timer.
    public var session: CallSessionID? {
        switch self {
        case .ring(let session), .callerGrace(let session), .offerGathering(let session), .answerGathering(let session):
            session
        case .renegotiation(let offer): offer.session
        case .acknowledgement(let session, _): session
        case .resume: nil
        }
    }
}
