/// What stands in the signed token (C101).
public struct IdentityToken: Hashable, Sendable {
    /// The nonce of the request, as the app gave it: the hash, if the app does it right.
    public let nonce: TextID?
    /// The address, in every token, not only in the first.
    public let email: SignInEmail?
    /// When it is no longer good.
    public let expiresAt: Duration
}
