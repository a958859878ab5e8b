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
