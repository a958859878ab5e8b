public import CallModel
public import ExchangeStorage
public import RingCore

/// Receives the decisions of ring sessions for devices on their connections, observers and the operator.
///
/// Each method is called once its subject is durable, in the order of each session. Calls are lost with the process: a
/// client that comes back asks for the state of its session. The methods must not wait. Isolation: any one thread at a
/// time.
public protocol RingListener: Sendable {
    /// Sends a notice to a device on its connection, if it has one.
    ///
    /// - Parameters:
    ///   - status: the session's state that is reported next, or its current state.
    ///   - round: the ringing of the device by this session that the notice is about.
    func notify(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound)
    /// Whether a device has a connection on which it receives notices.
    func isListening(_ device: DeviceID) -> Bool
    /// The state of a session changed; the versions of a session grow.
    ///
    /// - Parameter users: all users whose devices may be rung in the session, and a caller who is a user.
    func changed(_ status: RingStatus, for users: [UserID])
    /// Reports the state of a session that an earlier run of the exchange left.
    func found(_ status: RingStatus, for users: [UserID])
    /// A record was stored permanently: a missed call, a message, or the call itself.
    ///
    /// - Parameter status: the session's state that is reported next, or its current state.
    func recorded(_ record: RingRecord, of status: RingStatus, for users: [UserID])
    /// Parked events were discarded, because no session recognized their legs in time.
    func discarded(parked count: Int)
    /// An alarm requires the attention of an operator.
    func alarm(_ alarm: RingAlarm, of session: CallSessionID)
    /// An input was stored with this result; called in the order of the store.
    func followed(_ turn: RingTurn, of input: RingInput)
}

extension RingListener {
    /// Most listeners need only the other methods.
    public func followed(_ turn: RingTurn, of input: RingInput) {}
}

/// Sends pushes to devices.
public protocol RingPusher: Sendable {
    /// Sends a push. Returns when a service has accepted it, or when it will never be sent.
    ///
    /// After a crash the same push may be sent again: the device recognizes it by its session and round.
    ///
    /// - Parameter round: the ringing of the device by this session that the push is about.
    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async
}
