/// The app toward a scene with windows.
@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
    /// The main window.
    var window: UIWindow? { get set }
}

extension UIWindowSceneDelegate {
    /// Not implemented.
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}
