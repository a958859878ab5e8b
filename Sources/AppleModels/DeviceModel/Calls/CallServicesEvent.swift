/// What the daemon of calls does by itself, and what the person told it about callers.
public enum CallServicesEvent: Hashable, Sendable {
    /// The daemon is restarted: all calls are gone.
    case restarts
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
