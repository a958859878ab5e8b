/// Names one item of the keychain: credentials of one registration in one version.
///
/// New credentials stand beside the old ones until the switch to them is complete; so nothing needs to be put back.
public struct CredentialKey: Hashable, Sendable, Codable, CustomStringConvertible {
    public let registration: RegistrationID
    public let version: CredentialVersion

    /// The word under which a registration stands is that of records of schema 1, which knew the exchange alone.
    private enum CodingKeys: String, CodingKey {
        case registration = "organization"
        case version
    }

    public init(_ registration: RegistrationID, _ version: CredentialVersion) {
        self.registration = registration
        self.version = version
    }

    /// Credentials of an organisation at the exchange.
    public init(_ organization: OrganizationID, _ version: CredentialVersion) {
        self.init(RegistrationID(organization), version)
    }

    public var organization: OrganizationID { registration.organization }

    /// Safe to log; also the account under which the item is stored.
    public var description: String { "\(registration).\(version.rawValue)" }
}
