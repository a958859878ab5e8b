public import PhoneCore
public import Redaction

/// The exchange's side of signing in with Apple.
public protocol SignInExchange: Sendable {
    /// `POST /api/auth/apple/nonce`: a nonce for one sign-in on this installation; `nil` if the exchange gives none.
    func nonce() async -> Redacted<String>?

    /// `POST /api/auth/apple`: hands over what Apple gave, who signed the digest of the nonce, and the nonce.
    ///
    /// - Returns: why nobody was signed in, `unreachable` or `refused`; `nil` when somebody was.
    func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure?
}
