internal import ExchangeCore
internal import ExchangeStorage
internal import Verto

/// Where the exchange's words go: whoever holds the connections.
protocol ExchangePort: AnyObject {
    /// Performs an effect that concerns one connection.
    func perform(_ effect: ExchangeEffect, on connection: ConnectionID)
    /// What a device asked for could not be stored in time.
    func refuseUnstored(_ request: RequestID, on connection: ConnectionID)
    /// A timer of a connection is due.
    func timerFired(_ timer: VertoServerTimer, of connection: ConnectionID)
    /// A turn is over: what was to be said has been said.
    func turnEnded()
    /// The journal has stored something.
    func journalWrites()
    /// The journal can store nothing just now.
    func journalStalled(_ error: StorageError)
    /// The journal can store no more: nothing may be promised any longer.
    func journalFailed(_ error: StorageError)
}
