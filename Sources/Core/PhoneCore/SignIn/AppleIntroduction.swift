public import Redaction

/// What Apple says of a person once and never again. Source: C100 (documented).
public struct AppleIntroduction: Hashable, Sendable, Codable {
    public var givenName: Redacted<String>?
    public var familyName: Redacted<String>?
    public var email: Redacted<String>?

    public init(
        givenName: Redacted<String>? = nil, familyName: Redacted<String>? = nil, email: Redacted<String>? = nil
    ) {
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
    }

    /// What is said now, completed by what was said before.
    func completed(by earlier: AppleIntroduction) -> AppleIntroduction {
        AppleIntroduction(
            givenName: givenName ?? earlier.givenName, familyName: familyName ?? earlier.familyName,
            email: email ?? earlier.email)
    }
}
