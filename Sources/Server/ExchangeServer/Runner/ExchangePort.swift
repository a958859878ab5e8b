internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Verto

/// Owns the connections and carries out the effects that concern them.
protocol ExchangePort: AnyObject {
    /// Carries out an effect that concerns one connection.
    func perform(_ effect: ExchangeEffect, on connection: ConnectionID)
    /// Tells a device that its request could not be stored in time.
    func refuseUnstored(_ request: RequestID, on connection: ConnectionID)
    /// Handles a connection's timer that is due.
    func timerFired(_ timer: VertoServerTimer, of connection: ConnectionID)
    /// The turn of the loop is over; all its effects have been performed.
    func turnEnded()
    /// The journal has stored entries.
    func journalWrites()
    /// The journal cannot store entries now.
    func journalStalled(_ error: StorageError)
    /// The journal can store no more entries until a restart.
    func journalFailed(_ error: StorageError)
}

/// Knows the numbers, and brings events of calls to them to their ring sessions, which are outside of the exchange. It is
/// called on the event loop and must not wait.
protocol NumberCallController: AnyObject {
    /// The organizations in which a number is called; nil when it is not a number of the exchange.
    func organizations(ofNumber dialed: String) -> Set<String>?
    /// The users whom a number rings.
    func users(ofNumber dialed: String) -> [UserID]
    /// Ends calls that an earlier run left in the exchange although their sessions are over, because it died in
    /// between.
    func endOrphans()
    /// Stops sending. Pending work is not retried.
    func stop() -> [Task<Void, Never>]
    /// Handles an event of a call to a number.
    func handle(_ event: GatewayCallEvent, of session: CallSessionID)
    /// Calls ``ExchangeRunner/callEventStored(_:)`` once all events of the call so far are stored, or
    /// ``ExchangeRunner/callEventLost(_:)`` when it cannot be.
    func confirm(_ number: UInt64, of session: CallSessionID)
}

/// Sends pushes to devices. It is called on the event loop and must not wait.
protocol DevicePusher: AnyObject {
    /// The user's devices that can be reached by push, by their names at the gateway.
    func wakeableDevices(of user: UserID) -> [DeviceID]
    /// Sends a push. The caller does not learn whether it arrives.
    func push(_ push: DevicePush, to device: GatewayDevice)
}
