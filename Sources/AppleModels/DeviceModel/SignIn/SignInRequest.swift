/// `ASAuthorizationController.performRequests` with one request for an Apple account.
public struct SignInRequest: Hashable, Sendable {
    public var scopes: SignInScopes
    /// The nonce that will stand in the token.
    public var nonce: TextID?
    /// Anything, to be given back.
    public var state: TextID?

    public init(scopes: SignInScopes, nonce: TextID? = nil, state: TextID? = nil) {
        self.scopes = scopes
        self.nonce = nonce
        self.state = state
    }
}
