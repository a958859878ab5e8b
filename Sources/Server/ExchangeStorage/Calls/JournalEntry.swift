public import CallModel
public import ExchangeCore

/// What the journal is given to store, in order.
public enum JournalEntry: Hashable, Sendable {
    /// A change of a call.
    case record(JournalRecord)
    /// What an answered call needs to go on in another run, in place of what was there.
    case keep(KeptCall)
    /// A call needs that no more.
    case discard(CallSessionID)

    /// The call it is about.
    var session: CallSessionID {
        switch self {
        case .record(let record): record.session
        case .keep(let kept): kept.session
        case .discard(let session): session
        }
    }
}
