/// Why the person is signed out.
public enum SessionEndCause: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person asked for it.
    case asked
    /// The exchange ended the session, or did not renew it.
    case refused
    /// The person withdrew the consent to sign in with Apple, or the Apple account is another one.
    case appleRevoked
}
