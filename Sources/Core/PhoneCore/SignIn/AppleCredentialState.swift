/// How Apple stands to the person's consent (`getCredentialState`). Source: C102 (documented).
public enum AppleCredentialState: String, CaseIterable, Hashable, Sendable {
    case authorized
    /// The consent was withdrawn.
    case revoked
    /// Another Apple account is used on the device, or none.
    case notFound
    /// The app went to another team; the exchange has to move the person over, nothing is wrong on the device.
    case transferred
}
