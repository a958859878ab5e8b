/// What an app does with UIKit's process life cycle.
public enum ProcessRequest: Hashable, Sendable {
    /// `didFinishLaunching` has returned.
    case launchFinished
    /// `beginBackgroundTask`.
    case beginBackgroundTask(BackgroundTaskID)
    /// `endBackgroundTask`.
    case endBackgroundTask(BackgroundTaskID)
}
