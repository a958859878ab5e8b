public import PhoneCore

/// The credentials of every organisation.
@MainActor
public protocol CredentialPort: PhoneEventSource {
    /// Writes the secret that was granted under a key. Answer: `written` of ``PhoneEvent/organizations(_:)``.
    func write(_ key: CredentialKey)

    /// Erases every item of an organisation but one. Answer: `pruned`, when it is done.
    func prune(_ organization: OrganizationID, keeping kept: CredentialKey?)

    /// Erases every item of ours.
    func purge()
}
