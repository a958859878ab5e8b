/// What the daemon of calls does by itself, and what the person told it about callers.
public enum CallServicesEvent: Hashable, Sendable {
    /// The daemon is restarted: all calls are gone.
    case restarts
    /// The daemon gives a call up, as after an interruption, and asks nothing of the app: a request about it is refused
    /// from then on. Source: forum 109002 (observed).
    case givesUp(SystemCallID)
    /// A filter for incoming calls is switched on, or off.
    case filter(IncomingFilter?)
    /// A handle that a Focus lets through.
    case allows(HandleID)
    /// A handle is blocked.
    case blocks(HandleID)
    /// A handle is in Contacts.
    case knows(HandleID)
    /// The system mutes or unmutes a call of its own accord.
    case mutes(SystemCallID, Bool)
}
