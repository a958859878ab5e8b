/// What the path book waits for.
public enum PathTimer: Hashable, Sendable {
    /// The first update of a monitor.
    case firstUpdate(PathMonitorID)
    /// The next step of a change that comes in several.
    case nextStep
}
