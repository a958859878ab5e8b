/// Figures of the process's life.
public struct ProcessPolicy: Hashable, Sendable {
    /// C71: from the last reason to run to the suspension. Seconds; the exact figure is assumed.
    public var suspensionDelay: Duration = .seconds(5)
    /// C71: what a background task buys.
    public var backgroundTaskLimit: Duration = .seconds(30)
    /// How long `didFinishLaunching` may take before the watchdog kills. About 20 s was observed.
    public var launchLimit: Duration = .seconds(20)
    /// C72: whether a launch in the background connects a scene, inactive.
    public var backgroundLaunchConnectsScene = false
    /// C73: whether an app without the scene life cycle does not launch.
    public var requiresScenes = false
    /// C80: whether the process may be started before it is needed.
    public var prewarms = true

    public init() {}
}
