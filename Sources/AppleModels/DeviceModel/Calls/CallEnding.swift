/// How a call left the daemon's books.
enum CallEnding: Hashable, Sendable {
    /// The app reported it.
    case reported(CallEndedReason)
    /// An end action, fulfilled or timed out.
    case action(PendingAction.Origin)
    /// The answer or start action failed or timed out.
    case notPerformed
    /// The process died, or the provider was given up.
    case providerGone
    /// The daemon was restarted, or gave the call up.
    case reset

    /// Whether the call screen says that the call failed.
    var showsFailure: Bool {
        switch self {
        case .reported(let reason): reason == .failed
        case .notPerformed, .providerGone: true
        case .action, .reset: false
        }
    }

    /// Whether an incoming call that ended so while ringing is a missed one.
    ///
    /// Source: observed; Apple documents none of it (C35).
    var isMissedWhileRinging: Bool {
        switch self {
        case .reported(let reason):
            switch reason {
            case .failed, .remoteEnded, .unanswered: true
            case .answeredElsewhere, .declinedElsewhere: false
            }
        case .action(let origin): origin == .ringLimit
        case .notPerformed, .providerGone, .reset: true
        }
    }
}
