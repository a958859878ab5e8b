/// What is done to the app's process from outside.
public enum LifeEvent: Hashable, Sendable {
    /// The person opens the app.
    case openApp
    /// The person leaves the app for the home screen.
    case leaveApp
    /// The person throws the app out of the app switcher.
    case forceQuit
    /// The app crashes.
    case crash
    /// The system takes the process's memory. Only a process in the background.
    case reclaimMemory
    /// The system starts the process as far as `main`, in case it is opened.
    case prewarm
    /// The system connects a scene in the background.
    case connectSceneInBackground
    /// The app is deleted and installed again, with a new token.
    case reinstall(token: PushToken)
}
