internal import CallModel
internal import ExchangeCore

/// Who decides calls to numbers. Called on the event loop; must not wait.
protocol CallCommander: AnyObject {
    /// The organisations a number is called in; nil: it is no number.
    func organizations(ofNumber dialled: String) -> Set<String>?
    /// Users whom a number rings.
    func users(ofNumber dialled: String) -> [UserID]
    /// Ends calls of an earlier run that go on here while their sessions are over: it died in between.
    func endOrphans()
    /// What is still on its way is not sent again from now on.
    func stop() -> [Task<Void, Never>]
    /// Something has happened to a call to a number.
    func heard(_ news: CallNews, of session: CallSessionID)
    /// Says ``ExchangeRunner/newsStored(_:)`` once everything heard of the call so far is stored, and
    /// ``ExchangeRunner/newsLost(_:)`` when it cannot be.
    func confirm(_ number: UInt64, of session: CallSessionID)
}
