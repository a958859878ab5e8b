/// What UIKit calls in the app.
public enum ProcessCallback: Hashable, Sendable {
    /// The process begins: static initialisers run, `main` is not reached.
    case prewarmed
    /// `main` and `didFinishLaunching`. Nothing tells why; the app answers with ``ProcessRequest/launchFinished``.
    case launched(isInBackground: Bool)
    /// `scene(_:willConnectTo:options:)`, with what the options carry: a scene that was not there yet is told in them
    /// what it is opened for, and by nothing else (C35).
    case sceneConnected(for: SceneOpening?)
    /// `sceneWillEnterForeground`.
    case sceneWillEnterForeground
    /// `sceneDidBecomeActive`.
    case sceneBecameActive
    /// `sceneWillResignActive`.
    case sceneWillResignActive
    /// `sceneDidEnterBackground`.
    case sceneEnteredBackground
    /// `scene(_:continue:)` or `scene(_:openURLContexts:)` of a scene that is connected already.
    case sceneOpens(SceneOpening)
    /// The expiration handler of a background task.
    case backgroundTaskExpired(BackgroundTaskID)
    /// `protectedDataDidBecomeAvailable`.
    case protectedDataAvailable
    /// `protectedDataWillBecomeUnavailable`.
    case protectedDataUnavailable
}
