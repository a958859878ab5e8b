/// Why a device's session ended.
public enum SessionEnd: String, Hashable, Sendable, CaseIterable {
    case loggedOut
    /// A refresh token was used that had been used before: two parties hold it, and neither can be told from a thief.
    case tokenReused
    /// The session was refreshed ``SessionPolicy/refreshesMax`` times.
    case refreshedTooOften
    case deviceRemoved
    case passwordChanged
    /// The user signed in on more devices than ``AccountCaps/devices``; this one was used least recently.
    case tooManyDevices
    case accountDeleted
    /// Apple said that the person withdrew consent or deleted the Apple account.
    case consentRevoked
}
