public import Redaction

/// What Apple's sheet gave.
public struct AppleCredential: Hashable, Sendable {
    /// Names the person, the same for every app of the team. Source: C101 (documented).
    public let user: Redacted<String>
    /// A signed statement for the exchange; it holds the hash of the nonce.
    public let identityToken: Redacted<String>
    /// For the exchange; good once and for about five minutes.
    public let authorizationCode: Redacted<String>
    /// Only the first time.
    public let introduction: AppleIntroduction

    public init(
        user: Redacted<String>, identityToken: Redacted<String>, authorizationCode: Redacted<String>,
        introduction: AppleIntroduction = AppleIntroduction()
    ) {
        self.user = user
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.introduction = introduction
    }
}
