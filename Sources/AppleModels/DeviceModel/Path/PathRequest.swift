/// What the app asks of a path monitor.
public enum PathRequest: Hashable, Sendable {
    case start(PathMonitorID)
    case cancel(PathMonitorID)
}
