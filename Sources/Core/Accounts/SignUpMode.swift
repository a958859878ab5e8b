/// Who may make an account by signing in. Accounts that are there sign in whatever it is.
public enum SignUpMode: String, Hashable, Sendable, CaseIterable {
    /// Everyone.
    case open
    /// Those whose mail address was invited to an organisation.
    case invitation
    /// The operator makes all accounts.
    case closed

    /// Why an account may not be made; nil: it may.
    public func refusal(isInvited: Bool) -> SignUpRefusal? {
        switch self {
        case .open: nil
        case .invitation: isInvited ? nil : .notInvited
        case .closed: .closed
        }
    }
}

/// Why an account may not be made.
public enum SignUpRefusal: String, Hashable, Sendable {
    case notInvited
    case closed
}
