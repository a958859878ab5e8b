public import PhoneCore

/// The credentials of every registration.
@MainActor
public protocol CredentialPort: PhoneEventSource {
    /// Writes the secret that was granted under a key. Answer: `written` of ``PhoneEvent/organizations(_:)``.
    func write(_ key: CredentialKey)

    /// Erases every item of a registration but one. Answer: `pruned`, when it is done.
    func prune(_ registration: RegistrationID, keeping kept: CredentialKey?)

    /// Erases every item of ours.
    func purge()
}
