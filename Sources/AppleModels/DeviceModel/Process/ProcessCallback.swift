/// What UIKit calls in the app.
public enum ProcessCallback: Hashable, Sendable {
    /// The process begins: static initialisers run, `main` is not reached.
    case prewarmed
    /// `main` and `didFinishLaunching`. Nothing tells why; the app answers with ``ProcessRequest/launchFinished``.
    case launched(isInBackground: Bool)
    /// `scene(_:willConnectTo:)`.
    case sceneConnected
    /// `sceneWillEnterForeground`.
    case sceneWillEnterForeground
    /// `sceneDidBecomeActive`.
    case sceneBecameActive
    /// `sceneWillResignActive`.
    case sceneWillResignActive
    /// `sceneDidEnterBackground`.
    case sceneEnteredBackground
    /// `scene(_:continue:)` with the intent to call a handle.
    case sceneContinues(call: HandleID)
    /// `scene(_:openURLContexts:)` with a `tel:` link.
    case sceneOpens(telephoneLink: HandleID)
    /// The expiration handler of a background task.
    case backgroundTaskExpired(BackgroundTaskID)
    /// `protectedDataDidBecomeAvailable`.
    case protectedDataAvailable
    /// `protectedDataWillBecomeUnavailable`.
    case protectedDataUnavailable
}
