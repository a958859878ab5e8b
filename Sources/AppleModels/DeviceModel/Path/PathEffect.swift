/// What follows for the device from something that happened to the network.
public enum PathEffect: Hashable, Sendable {
    /// Calls a monitor's handler in the app.
    case update(PathMonitorID, NetworkPath)
    case startTimer(PathTimer, after: Duration)
    case stopTimer(PathTimer)
}
