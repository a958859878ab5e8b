import DeviceModel

/// A small world around one device: what may happen in it, and how often.
struct DeviceScope: Sendable {
    /// How the app behaves.
    enum App: Sendable {
        /// Reports each push before it returns, and completes actions at most once.
        case careful
        /// May also return without a report, and complete the push that was taken from it.
        case careless
    }

    var name: String
    var profile: DeviceProfile
    var app: App = .careful
    /// How many pushes come. The push of a number is for the call of that number.
    var pushes: UInt32 = 1
    /// Whether the last push speaks of the first call again.
    var lastPushRepeats = false
    /// How many calls the person dials.
    var dials = 0
    /// How often the process crashes or is thrown out.
    var deaths = 0
    /// Whether the app is opened and left, and the phone locked and unlocked.
    var hasScreen = false
    /// Whether a telephone call comes between.
    var hasTelephone = false
    /// Whether calls are held and muted.
    var hasHold = false
    var hasMute = false
    /// Whether actions may fail.
    var hasFailures = false
    /// Whether timers are stopped when the device says so. Otherwise the search must find out.
    var stopsTimers = true
    /// Whether anything may happen before the daemon answers a report.
    var hasSlowDaemon = false
    /// Whether the daemon of calls restarts once.
    var hasReset = false
}
