/// What the person who holds the phone does.
public enum PersonDeed: Hashable, Sendable {
    /// Taps a button of a call, on the system's screen or in the app, once or more often in quick succession.
    case tap(CallTap, CallName, inApp: Bool, times: Int)
    /// Dials a call of the scenario, in the app.
    case dial(CallName)
    /// Wants the speaker, or no longer, by the app's button.
    case speaker(Bool)
    /// Signs in anew with an organisation, which gives credentials that its exchange takes.
    case signIn(String)
    case openApp
    case leaveApp
    /// Throws the app out of the app switcher.
    case quitApp
    case lock
    case unlock
    case restartPhone
    /// Deletes the app and installs it again.
    case reinstall
    /// Taps the call's entry in Recents.
    case callBack(CallName)
    /// Taps the first notification in which these words stand.
    case tapNotification(String)
}
