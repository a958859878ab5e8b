/// Whether the person lets the app show notifications.
public enum NotificationAuthorization: String, Hashable, Sendable, CaseIterable {
    /// Never asked.
    /// Leaves to: `denied`, `authorized` (the person answered).
    case notDetermined
    /// Refused, or taken back in Settings.
    case denied
    /// Allowed.
    case authorized
}
