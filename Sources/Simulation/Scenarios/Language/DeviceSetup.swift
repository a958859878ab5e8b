public import DeviceModel

/// The iPhone and the app on it when a scenario begins.
public struct DeviceSetup: Hashable, Sendable {
    /// Where the phone's lock stands.
    public enum Lock: String, CaseIterable, Hashable, Sendable {
        case unlocked
        case locked
        case beforeFirstUnlock = "before first unlock"
    }

    /// How the app runs.
    public enum App: String, CaseIterable, Hashable, Sendable {
        case notRunning = "not running"
        case suspended
        case foreground
    }

    /// Which iPhone.
    public var profile = DeviceProfile.ios26p4
    /// Decides what Apple leaves open.
    public var seed: UInt64 = 1
    public var lock = Lock.unlocked
    public var app = App.notRunning
    /// Whose credentials are on the phone; the first is in use.
    public var organizations = ["blue"]
    /// From the order to connect until the exchange can be heard.
    public var connectAfter: Duration = .milliseconds(200)
    public var microphone = MicrophonePermission.granted
    /// Whether notifications may be shown.
    public var mayNotify = true

    /// A phone as most are.
    public init() {}
}
