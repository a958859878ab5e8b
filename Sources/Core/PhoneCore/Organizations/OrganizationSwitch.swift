/// A switch to another organisation, under way.
public struct OrganizationSwitch: Hashable, Sendable, Codable {
    /// How far it is.
    public enum Stage: Hashable, Sendable, Codable {
        /// The exchange was asked for credentials.
        /// Leaves to: `writing` (granted), undone (refused, timed out).
        case asking
        /// The keychain was given them, beside those of before.
        /// Leaves to: `connecting` (written), undone (not written, timed out).
        case writing(CredentialKey)
        /// They are being tried.
        /// Leaves to: complete (connected), `asking` (credentials held from before were refused), undone.
        case connecting(CredentialKey)
    }

    public let target: OrganizationID
    public internal(set) var stage: Stage
    /// Whether the credentials come from this switch, so that a refusal of them is final.
    public internal(set) var hasAsked: Bool
    let ordinal: UInt8

    /// The credentials that are tried.
    var candidate: CredentialKey? {
        switch stage {
        case .asking: nil
        case .writing(let key), .connecting(let key): key
        }
    }
}
