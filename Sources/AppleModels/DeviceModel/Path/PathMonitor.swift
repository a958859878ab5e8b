/// One of the app's path monitors.
public struct PathMonitor: Hashable, Sendable {
    /// How far it is. A monitor that was never started is not in the book.
    public enum Stage: Hashable, Sendable {
        /// Waits for its first update.
        /// Leaves to: `running` (told), `cancelled`.
        case started
        /// Was told this, and is told every change.
        /// Leaves to: `cancelled`.
        case running(told: NetworkPath)
        /// For good (C91).
        case cancelled
    }

    public let id: PathMonitorID
    public internal(set) var stage: Stage
}
