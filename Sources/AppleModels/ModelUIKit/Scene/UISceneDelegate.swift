internal import DeviceRuntime
public import Foundation

/// The app toward a scene.
///
/// Source: developer.apple.com/documentation/uikit/uiscenedelegate.
@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    /// It connects; in a background launch perhaps never (C72).
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    /// The system let it go.
    func sceneDidDisconnect(_ scene: UIScene)
    /// It is in use. Never called while the app stays in the background, so not on a locked phone (C72).
    func sceneDidBecomeActive(_ scene: UIScene)
    /// It is about to be in use no more.
    func sceneWillResignActive(_ scene: UIScene)
    /// It is about to come to the screen.
    func sceneWillEnterForeground(_ scene: UIScene)
    /// It has left the screen.
    func sceneDidEnterBackground(_ scene: UIScene)
    /// Something is to be gone on with, such as a call from Recents.
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
    /// Links are to be opened.
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension UISceneDelegate {
    /// Not implemented.
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidDisconnect(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidBecomeActive(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneWillResignActive(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneWillEnterForeground(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func sceneDidEnterBackground(_ scene: UIScene) { OptionalProbe.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { OptionalProbe.missed() }
    /// Not implemented.
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) { OptionalProbe.missed() }
}
