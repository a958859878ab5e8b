/// A scene with windows.
@MainActor
open class UIWindowScene: UIScene {
    /// Its windows.
    open internal(set) var windows: [UIWindow] = []
}
