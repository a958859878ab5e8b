internal import DeviceRuntime

/// A window. What stands in it is not modelled.
@MainActor
open class UIWindow: UIView {
    /// Where it is.
    open weak var windowScene: UIWindowScene?
    /// What stands in it.
    open var rootViewController: UIViewController?

    /// A window of no scene yet.
    public override init() {
        _ = ProcessHandle.recording("UIWindow")
    }

    /// A window of a scene.
    public init(windowScene: UIWindowScene) {
        _ = ProcessHandle.recording("UIWindow")
        self.windowScene = windowScene
        super.init()
        windowScene.windows.append(self)
    }
}
