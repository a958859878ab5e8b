/// What every scenario promises unless it says otherwise.
public enum Norm: String, CaseIterable, Hashable, Sendable {
    /// Every push that must be reported was.
    case noViolation = "violation"
    /// The system never killed the app.
    case neverKilled = "killed"
    /// The app did nothing that is allowed and known to go wrong.
    case noHazard = "hazard"
    /// At the end the system has no call of the app's.
    case noCallLeft = "call left"
    /// The person can find every ring in Recents or among the notifications.
    case everyRingKnown = "unknown ring"
}
