/// What an app gets from an authorization: `ASAuthorizationAppleIDCredential`. The user is the same every time.
public struct SignInCredential: Hashable, Sendable {
    /// Whether `fullName` is there: at the first authorization, if asked for (C100).
    public let hasFullName: Bool
    /// `email`: at the first authorization, if asked for.
    public let email: SignInEmail?
    public let token: IdentityToken
    public let code: AuthorizationCode
    /// The request's state, given back.
    public let state: TextID?
}
