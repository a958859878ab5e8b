/// Whether the app may show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// Nobody was asked.
    case notDetermined = 0
    /// No.
    case denied = 1
    /// Yes.
    case authorized = 2
    /// Quietly.
    case provisional = 3
    /// For an app clip's while.
    case ephemeral = 4
}
