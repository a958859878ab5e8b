/// An action that a provider was asked to perform and has not completed.
public struct PendingAction: Hashable, Sendable {
    public let action: SystemAction
    /// Whether its time is over: it is not the app's any more, and keeps its number only until the app lets go of it.
    public internal(set) var isExpired = false

    init(action: SystemAction) {
        self.action = action
    }
}
