public import Redaction
public import RingCore

/// A number of an organisation, and who is rung when it is called: over a carrier, or by a device of the exchange.
public struct CalledNumber: Sendable {
    /// As callers dial it; one of a carrier's as the carrier writes it, with a plus sign and the country in front.
    public var number: Redacted<String>
    /// Names of users, in the order they are rung.
    public var users: [String]
    /// Whose number it is.
    public var organization: String
    public var policy: RingPolicy
    /// Whether whoever calls it is told that conversations are recorded, or has agreed to it.
    public var hasConsent: Bool

    public init(
        _ number: Redacted<String>, users: [String], organization: String = "main", policy: RingPolicy = RingPolicy(),
        hasConsent: Bool = false
    ) {
        self.number = number
        self.users = users
        self.organization = organization
        self.policy = policy
        self.hasConsent = hasConsent
    }
}
