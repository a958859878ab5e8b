public import CallModel

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
