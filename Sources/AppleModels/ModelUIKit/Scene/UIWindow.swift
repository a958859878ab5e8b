internal import DeviceRuntime
public import Foundation

/// A window. What stands in it is not modelled.
@MainActor
open class UIWindow: NSObject {
    /// Where it is.
    open private(set) weak var windowScene: UIWindowScene?

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
