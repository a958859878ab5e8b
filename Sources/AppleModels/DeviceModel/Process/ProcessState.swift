/// The system's state of the app's process.
public struct ProcessState: Hashable, Sendable {
    /// The state of the process.
    public internal(set) var life = ProcessPhase.notRunning
    /// The number of the process. The next process has the next number; after the last number they repeat.
    public internal(set) var generation = ProcessGeneration(0)
    /// The app's scene.
    public internal(set) var scene = SceneState.unattached
    /// The call or link that the scene opens when it connects.
    public internal(set) var opening: SceneTarget?
    /// The background tasks that the app has begun and not ended, in that order.
    public internal(set) var backgroundTasks: [BackgroundTaskID] = []
    /// The deadline that applies while the process is in the background.
    public internal(set) var clock = BackgroundDeadline.stopped

    init() {}

    /// Whether the process executes code.
    public var runs: Bool {
        switch life {
        case .notRunning, .suspended: false
        case .prewarmed, .launching, .background, .foreground: true
        }
    }

    /// Whether `didFinishLaunching` has returned in a process that runs.
    var hasLaunched: Bool { life == .background || life == .foreground }

    /// Starts the next process.
    mutating func begin(_ next: ProcessGeneration) {
        self = ProcessState()
        generation = next
    }

    /// Ends the process. Its number stays, so that its unfinished work can still be attributed to it.
    mutating func end() {
        let last = generation
        self = ProcessState()
        generation = last
    }
}

/// The state of the app's process.
public enum ProcessPhase: Hashable, Sendable {
    /// There is no process.
    case notRunning
    /// The process was started in advance and has not reached `main`.
    /// Leaves to: launching (a push, or the person opens the app), not running (killed).
    case prewarmed
    /// `didFinishLaunching` has not returned. The launch watchdog limits this.
    /// Leaves to: background or foreground (it returns), not running (watchdog, killed).
    case launching(inBackground: Bool)
    /// The process runs without a scene on the screen.
    /// Leaves to: foreground, suspended (nothing to do for a while), not running.
    case background
    /// The app is on the screen and active.
    /// Leaves to: background (left, or locked), not running.
    case foreground
    /// The process is in memory and executes nothing.
    /// Leaves to: background (a push, a call action), foreground, not running.
    case suspended
}

/// Identifies one run of the app's process. Every call of a process carries it, so that calls of a dead process have no
/// effect.
public struct ProcessGeneration: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt8

    /// Makes an ID from a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The app's one scene.
public enum SceneState: Hashable, Sendable {
    /// The scene was never connected in this process.
    case unattached
    /// The scene is connected and not on the screen.
    case background
    /// The scene is on the screen and active.
    case active
}

/// The call or link that a scene is asked to open.
public enum SceneTarget: Hashable, Sendable {
    /// A call to this handle, from Recents, Contacts or Siri: a user activity with the intent to start a call.
    case call(HandleID)
    /// A `tel:` link to this handle.
    case telephoneLink(HandleID)
}

/// A call by the app into UIKit's process life cycle.
public enum ProcessRequest: Hashable, Sendable {
    /// `didFinishLaunching` has returned.
    case launchFinished
    /// `beginBackgroundTask`.
    case beginBackgroundTask(BackgroundTaskID)
    /// `endBackgroundTask`.
    case endBackgroundTask(BackgroundTaskID)
}

/// A call by UIKit into the app.
public enum ProcessCallback: Hashable, Sendable {
    /// The process starts: static initializers run, and `main` is not reached.
    case prewarmed
    /// `main` and `didFinishLaunching`. The reason of the launch is not given. The app answers with
    /// ``ProcessRequest/launchFinished``.
    case launched(isInBackground: Bool)
    /// `scene(_:willConnectTo:options:)`. Only these options tell a new scene which call or link to open (C35).
    case sceneConnected(for: SceneTarget?)
    /// `sceneWillEnterForeground`.
    case sceneWillEnterForeground
    /// `sceneDidBecomeActive`.
    case sceneBecameActive
    /// `sceneWillResignActive`.
    case sceneWillResignActive
    /// `sceneDidEnterBackground`.
    case sceneEnteredBackground
    /// `scene(_:continue:)` or `scene(_:openURLContexts:)` of a scene that is already connected.
    case sceneOpens(SceneTarget)
    /// The expiration handler of a background task.
    case backgroundTaskExpired(BackgroundTaskID)
    /// `protectedDataDidBecomeAvailable`.
    case protectedDataAvailable
    /// `protectedDataWillBecomeUnavailable`.
    case protectedDataUnavailable
}
