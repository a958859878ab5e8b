internal import ExchangeCore
internal import Verto

/// What a timer of the shell belongs to.
enum RunnerTimer: Hashable {
    case exchange(TimerID)
    case connection(ConnectionID, VertoServerTimer)
    /// Replies are looked for that wait too long to be stored.
    case heldReplies
}
