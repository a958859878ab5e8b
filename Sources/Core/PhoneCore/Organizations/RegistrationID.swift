public import CallModel

/// The provider that a phone registers with to place and receive calls: the exchange itself, or the carrier of an
/// organization's numbers.
public enum SignalingProvider: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    /// The exchange's own gateway, which is the default.
    case exchange
    /// The carrier that delivers public calls to the exchange.
    case carrier

    /// Orders the exchange first, because an app in the foreground uses its connection.
    public static func < (left: SignalingProvider, right: SignalingProvider) -> Bool {
        left == .exchange && right == .carrier
    }
}

/// Identifies a registration: one organization's access to one provider, with its own credentials and connection.
///
/// One text stands for it in the record, the keychain and the log: the organization's name for the exchange, as before
/// carriers existed, and the name with a suffix for a carrier. Organization names contain no slash, because they occur
/// in paths of the exchange's API.
public struct RegistrationID: Hashable, Comparable, Sendable {
    /// The organization whose calls it carries.
    public let organization: OrganizationID
    /// The side that has these calls and sends their INVITEs.
    public let provider: SignalingProvider

    private static let carrierSuffix = "/carrier"

    /// Creates the identifier of an organization's registration at a provider.
    public init(_ organization: OrganizationID, _ provider: SignalingProvider = .exchange) {
        self.organization = organization
        self.provider = provider
    }

    /// Reads the text form.
    public init(text: String) {
        if text.hasSuffix(Self.carrierSuffix) {
            self.init(OrganizationID(String(text.dropLast(Self.carrierSuffix.count))), .carrier)
        } else {
            self.init(OrganizationID(text))
        }
    }

    /// Orders registrations by organization, the exchange before the carrier.
    public static func < (left: RegistrationID, right: RegistrationID) -> Bool {
        (left.organization, left.provider) < (right.organization, right.provider)
    }
}

extension RegistrationID: CustomStringConvertible {
    /// The text form. It is safe to log because it identifies no person.
    public var description: String {
        switch provider {
        case .exchange: organization.rawValue
        case .carrier: organization.rawValue + Self.carrierSuffix
        }
    }
}

extension RegistrationID: Codable {
    /// Reads the text from a single value. A bare organization name, as earlier versions wrote it, means the exchange.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Identifies a keychain item: the credentials of one registration in one version.
///
/// New credentials stand beside the old ones until the switch to them is complete, so an undo restores nothing.
public struct CredentialKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The registration that logs in with the credentials.
    public let registration: RegistrationID
    /// The version; the highest one of a registration is the newest.
    public let version: CredentialVersion

    /// The key of the registration is the word of schema 1, whose records knew only the exchange.
    private enum CodingKeys: String, CodingKey {
        case registration = "organization"
        case version
    }

    public init(_ registration: RegistrationID, _ version: CredentialVersion) {
        self.registration = registration
        self.version = version
    }

    /// Creates the key of credentials at the exchange.
    public init(_ organization: OrganizationID, _ version: CredentialVersion) {
        self.init(RegistrationID(organization), version)
    }

    /// The organization of the registration.
    public var organization: OrganizationID { registration.organization }

    /// The text form, safe to log. It is also the account name of the keychain item.
    public var description: String { "\(registration).\(version.rawValue)" }
}

/// The version of an organization's credentials: a number from the exchange, higher than all earlier ones for this
/// device. It does not depend on the device's clock.
public struct CredentialVersion: Hashable, Comparable, Sendable, Codable, RawRepresentable {
    /// The number as the exchange gave it.
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: CredentialVersion, right: CredentialVersion) -> Bool { left.rawValue < right.rawValue }
}
