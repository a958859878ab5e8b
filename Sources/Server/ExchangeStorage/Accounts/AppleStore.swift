public import Accounts

/// Sign in with Apple.
public protocol AppleStore: Sendable {
    /// Remembers a nonce as spent; false when it was before.
    func spend(_ nonce: SpentNonce) async throws(StorageError) -> Bool
    func appleIdentity(subject: String) async throws(StorageError) -> AppleIdentity?
    func appleIdentity(ofUser user: String) async throws(StorageError) -> AppleIdentity?
    /// Whether an invitation waits for a person of that mail address.
    func isInvited(mail: String, at: Int64) async throws(StorageError) -> Bool
    /// Stores an identity, and the user if the identity is new; the name is taken whenever there is none yet. Invitations
    /// of a new user's mail address, where Apple vouches for it, are the user's from then on.
    ///
    /// - Parameters:
    ///   - name: what the person is called, as the app was told at the first sign-in.
    ///   - signUp: who may be made a user.
    /// - Returns: the identity as it is then, and whether the user was made; nil where that is not allowed.
    func signIn(
        _ identity: AppleIdentity, name: String?, signUp: SignUpMode
    ) async throws(StorageError) -> (identity: AppleIdentity, isNew: Bool)?
    /// Whether a notice of Apple's has been followed.
    func hasSeen(notice id: String) async throws(StorageError) -> Bool
    func remember(notice id: String, at: Int64) async throws(StorageError)
    func setEmailEnabled(_ isEnabled: Bool, subject: String) async throws(StorageError)
    /// Apple's tokens are worth nothing any more: the identity stays, its token goes.
    func forgetAppleToken(subject: String) async throws(StorageError)
    func revocations(dueAt: Int64, atMost: Int) async throws(StorageError) -> [AppleRevocation]
    /// Stores the next try, or nil: it is done.
    func settle(revocation id: String, next: AppleRevocation?) async throws(StorageError)
}
