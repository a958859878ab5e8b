/// What the phone waits for. One timer of each name at most.
public enum DeviceTimer: Hashable, Sendable {
    /// The daemon's check that a push led to a report.
    case pushCheck(PushID)
    /// The connection of a provider to the daemon.
    case providerConnection(ProviderID)
    /// The longest an incoming call may ring.
    case ringLimit(SystemCallID)
    /// An action's time-out.
    case action(ActionID)
    /// A call whose hold or mute was never completed is ended.
    case neglectedCall(SystemCallID)
    /// The daemon answers a report of an incoming call.
    case reportCompletion(ReportID)
    /// A process with nothing to do in the background is suspended.
    case suspension
    /// A process that does not finish launching is killed.
    case launchWatchdog
    /// The time for tasks in the background is over.
    case backgroundTime
    /// A process that did not end its background tasks when told is killed.
    case backgroundGrace
}
