/// What the system knows of the app's process.
public struct ProcessBook: Hashable, Sendable {
    /// How it runs.
    public internal(set) var life = ProcessLife.notRunning
    /// Which process it is; the next one has the next number, and after the last the numbers begin again.
    public internal(set) var generation = ProcessGeneration(0)
    /// The app's scene.
    public internal(set) var scene = SceneState.unattached
    /// Background tasks that were begun and not ended, in that order.
    public internal(set) var backgroundTasks: [BackgroundTaskID] = []

    init() {}

    /// Whether the process executes anything.
    public var runs: Bool {
        switch life {
        case .notRunning, .suspended: false
        case .prewarmed, .launching, .background, .foreground: true
        }
    }
}
