/// What is fixed when an app is built: entitlements, Info.plist and the kind of build.
public struct AppManifest: Hashable, Sendable {
    /// How the app came onto the phone.
    public enum Build: Hashable, Sendable {
        case development, testFlight, appStore
    }

    /// Whether `UIBackgroundModes` contains `voip`.
    public var hasVoIPBackgroundMode = true
    /// Whether the app may use the call provider at all.
    public var isEntitled = true
    /// Whether the person made it the app that `tel:` links open.
    public var isDefaultCallingApp = false
    /// Whether it uses the scene life cycle.
    public var usesScenes = true
    /// How it came onto the phone.
    public var build = Build.appStore

    /// An app as it should be: entitled, with scenes, from the App Store.
    public init() {}
}
