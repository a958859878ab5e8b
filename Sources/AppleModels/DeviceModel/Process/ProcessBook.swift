/// What the system knows of the app's process.
public struct ProcessBook: Hashable, Sendable {
    /// How it runs.
    public internal(set) var life = ProcessLife.notRunning
    /// Which process it is; the next one has the next number, and after the last the numbers begin again.
    public internal(set) var generation = ProcessGeneration(0)
    /// The app's scene.
    public internal(set) var scene = SceneState.unattached
    /// What the scene will be told it is opened for when it connects.
    public internal(set) var opening: SceneOpening?
    /// Background tasks that were begun and not ended, in that order.
    public internal(set) var backgroundTasks: [BackgroundTaskID] = []
    /// What it waits for while in the background.
    public internal(set) var clock = BackgroundClock.stopped

    init() {}

    /// Whether the process executes anything.
    public var runs: Bool {
        switch life {
        case .notRunning, .suspended: false
        case .prewarmed, .launching, .background, .foreground: true
        }
    }

    /// Whether `didFinishLaunching` has returned in a process that runs.
    var hasLaunched: Bool { life == .background || life == .foreground }

    /// Begins the next process.
    mutating func begin(_ next: ProcessGeneration) {
        self = ProcessBook()
        generation = next
    }

    /// Ends the process; its number stays, so that what it left under way is known as its own.
    mutating func end() {
        let last = generation
        self = ProcessBook()
        generation = last
    }
}
