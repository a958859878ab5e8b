/// An action that a provider is asked to perform and has not completed.
public struct PendingAction: Hashable, Sendable {
    /// Who wants it.
    public enum Origin: Hashable, Sendable {
        case person, app
        /// The system itself.
        case system
        /// The system, because the phone rang too long. The app cannot tell it from the person.
        case ringLimit
    }

    public let action: SystemAction
    public let origin: Origin
    /// Whether it was given to a provider; without one it waits, and its time runs.
    public internal(set) var isDelivered = false
    /// Whether its call has ended since, or never was: completing it changes nothing, not even a later call of that name.
    public internal(set) var isOrphaned = false
    /// Whether its time is over: it is not the app's any more, and keeps its number only until the app lets go of it.
    public internal(set) var isExpired = false

    init(action: SystemAction, origin: Origin) {
        self.action = action
        self.origin = origin
    }
}
