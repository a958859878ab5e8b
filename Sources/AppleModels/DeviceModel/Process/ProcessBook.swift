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

/// How the app's process runs.
public enum ProcessLife: Hashable, Sendable {
    /// There is none.
    case notRunning
    /// Started in advance, before `main`.
    /// Leaves to: launching (a push, or the person opens the app), not running (killed).
    case prewarmed
    /// `didFinishLaunching` has not returned. At most the watchdog's time when in the foreground.
    /// Leaves to: background or foreground (it returns), not running (watchdog, killed).
    case launching(inBackground: Bool)
    /// Runs without a scene on the screen.
    /// Leaves to: foreground, suspended (nothing to do for a while), not running.
    case background
    /// On the screen and active.
    /// Leaves to: background (left, or locked), not running.
    case foreground
    /// In memory, and runs nothing.
    /// Leaves to: background (a push, a call action), foreground, not running.
    case suspended
}

/// Which life of the app's process is meant. Everything a process does bears it, so that a dead one is inert.
public struct ProcessGeneration: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The app's one scene.
public enum SceneState: Hashable, Sendable {
    /// Never connected in this process.
    case unattached
    /// Connected and not on the screen.
    case background
    /// On the screen and active.
    case active
}

/// What a scene is brought to the screen for, when it is not just to be looked at.
public enum SceneOpening: Hashable, Sendable {
    /// A call from Recents, Contacts or Siri: an activity with the intent to call this handle.
    case call(HandleID)
    /// A `tel:` link.
    case telephoneLink(HandleID)
}

/// What an app does with UIKit's process life cycle.
public enum ProcessRequest: Hashable, Sendable {
    /// `didFinishLaunching` has returned.
    case launchFinished
    /// `beginBackgroundTask`.
    case beginBackgroundTask(BackgroundTaskID)
    /// `endBackgroundTask`.
    case endBackgroundTask(BackgroundTaskID)
}

/// What UIKit calls in the app.
public enum ProcessCallback: Hashable, Sendable {
    /// The process begins: static initialisers run, `main` is not reached.
    case prewarmed
    /// `main` and `didFinishLaunching`. Nothing tells why; the app answers with ``ProcessRequest/launchFinished``.
    case launched(isInBackground: Bool)
    /// `scene(_:willConnectTo:options:)`, with what the options carry: a scene that was not there yet is told in them
    /// what it is opened for, and by nothing else (C35).
    case sceneConnected(for: SceneOpening?)
    /// `sceneWillEnterForeground`.
    case sceneWillEnterForeground
    /// `sceneDidBecomeActive`.
    case sceneBecameActive
    /// `sceneWillResignActive`.
    case sceneWillResignActive
    /// `sceneDidEnterBackground`.
    case sceneEnteredBackground
    /// `scene(_:continue:)` or `scene(_:openURLContexts:)` of a scene that is connected already.
    case sceneOpens(SceneOpening)
    /// The expiration handler of a background task.
    case backgroundTaskExpired(BackgroundTaskID)
    /// `protectedDataDidBecomeAvailable`.
    case protectedDataAvailable
    /// `protectedDataWillBecomeUnavailable`.
    case protectedDataUnavailable
}
