public import PhoneCore

/// The exchange's side of signing in with Apple.
public protocol SignInExchange: Sendable {
    /// `POST /api/auth/apple`: hands over what Apple gave, with the nonce itself, of which Apple signed the digest.
    ///
    /// - Returns: why nobody was signed in, `unreachable` or `refused`; `nil` when somebody was.
    func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure?
}
