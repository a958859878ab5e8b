/// Why a bearer session ended.
public enum SessionEnd: String, Hashable, Sendable, CaseIterable {
    case loggedOut
    /// A refresh token was used that had been used before: somebody else may hold it, so nobody keeps it.
    case tokenReused
    case deviceRemoved
    case accountDeleted
    /// Apple said that the person withdrew consent or deleted the Apple account.
    case consentRevoked
}
