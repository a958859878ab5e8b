/// Names one item of the keychain: credentials of one organisation in one version.
///
/// New credentials stand beside the old ones until the switch to them is complete; so nothing needs to be put back.
public struct CredentialKey: Hashable, Sendable, Codable, CustomStringConvertible {
    public let organization: OrganizationID
    public let version: CredentialVersion

    public init(_ organization: OrganizationID, _ version: CredentialVersion) {
        self.organization = organization
        self.version = version
    }

    /// Safe to log; also the account under which the item is stored.
    public var description: String { "\(organization).\(version.rawValue)" }
}
