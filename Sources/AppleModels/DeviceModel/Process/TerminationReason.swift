/// Why a process was killed.
public enum TerminationReason: Hashable, Sendable {
    /// The push delegate returned without a report: `NSInternalInconsistencyException`.
    case pushNotReported
    /// The daemon missed a report some seconds after the push: code `0xBAADCA11`.
    case pushNotReportedInTime
    /// `didFinishLaunching` took too long: code `0x8BADF00D`.
    case launchWatchdog
    /// Background tasks were not ended when their time was over.
    case backgroundTimeExceeded
    /// Thrown out of the app switcher.
    case forceQuit
    /// The app's own fault.
    case crash
    /// The system wanted the memory.
    case memory
    /// The phone was restarted.
    case reboot
    /// The app was deleted.
    case deleted
    /// Built for a system that starts only apps with scenes.
    case noSceneLifeCycle
}
