public import Redaction

/// What outlives the process of signing in with Apple.
public struct SignInRecord: Hashable, Sendable, Codable {
    /// Apple's name for the person who is signed in.
    public internal(set) var user: Redacted<String>?
    /// What Apple said of somebody once and the exchange has not confirmed to have.
    public internal(set) var pending: Pending?

    /// Whose introduction it is, and what it says.
    public struct Pending: Hashable, Sendable, Codable {
        public let user: Redacted<String>
        public let introduction: AppleIntroduction
    }

    public init() {}
}
