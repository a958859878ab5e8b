import PushPayload

/// What came of renewing the person's session.
enum SessionRenewal: Sendable {
    case renewed(until: WallTime)
    /// The exchange does not take the refresh token, or there is none.
    case refused
    /// The exchange could not be asked, or the keychain not be read.
    case failed
}
