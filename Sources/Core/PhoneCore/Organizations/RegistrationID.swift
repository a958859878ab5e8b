/// Who a phone registers with, so that calls can come in and go out: the exchange itself, or the carrier whose numbers
/// an organization has.
public enum SignalingProvider: String, CaseIterable, Hashable, Comparable, Sendable, Codable {
    /// The exchange's own gateway. Meant where nothing is said.
    case exchange
    /// The carrier that the exchange has its public calls from.
    case carrier

    /// The exchange comes first: its connection is the one an app on the screen has.
    public static func < (left: SignalingProvider, right: SignalingProvider) -> Bool {
        left == .exchange && right == .carrier
    }
}

/// Names a registration: one organization's access to one provider, with credentials and a connection of its own.
///
/// It has one text, which is its name in the record, in the keychain and in the log: that of the organization alone at
/// the exchange, as before there were carriers, and with a suffix at the carrier. No organization's name has a slash:
/// it stands in paths of the exchange's API.
public struct RegistrationID: Hashable, Comparable, Sendable {
    public let organization: OrganizationID
    public let provider: SignalingProvider

    private static let carrierSuffix = "/carrier"

    /// Names the registration of an organization at a provider.
    public init(_ organization: OrganizationID, _ provider: SignalingProvider = .exchange) {
        self.organization = organization
        self.provider = provider
    }

    /// Reads back the text of one.
    public init(text: String) {
        if text.hasSuffix(Self.carrierSuffix) {
            self.init(OrganizationID(String(text.dropLast(Self.carrierSuffix.count))), .carrier)
        } else {
            self.init(OrganizationID(text))
        }
    }

    /// Orders them by organization, the exchange's before the carrier's.
    public static func < (left: RegistrationID, right: RegistrationID) -> Bool {
        (left.organization, left.provider) < (right.organization, right.provider)
    }
}

extension RegistrationID: CustomStringConvertible {
    /// Safe to log, it names no person.
    public var description: String {
        switch provider {
        case .exchange: organization.rawValue
        case .carrier: organization.rawValue + Self.carrierSuffix
        }
    }
}

extension RegistrationID: Codable {
    /// Reads the text from a single value: an organization's name alone, as earlier versions wrote it, is the
    /// exchange's.
    public init(from decoder: any Decoder) throws {
        self.init(text: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Names an organization of the person. Each has credentials of its own on the device and its own connection.
public struct OrganizationID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text that names an organization.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text that names an organization.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The text: safe to log, it names no person.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: OrganizationID, right: OrganizationID) -> Bool { left.rawValue < right.rawValue }

    /// Reads the text from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

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

    /// Credentials of an organization at the exchange.
    public init(_ organization: OrganizationID, _ version: CredentialVersion) {
        self.init(RegistrationID(organization), version)
    }

    public var organization: OrganizationID { registration.organization }

    /// Safe to log; also the account under which the item is stored.
    public var description: String { "\(registration).\(version.rawValue)" }
}

/// Which credentials of an organization: the exchange's number for them, higher than that of any it gave before to this
/// device. The device's own clock has no part in it.
public struct CredentialVersion: Hashable, Comparable, Sendable, Codable, RawRepresentable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static func < (left: CredentialVersion, right: CredentialVersion) -> Bool { left.rawValue < right.rawValue }
}
