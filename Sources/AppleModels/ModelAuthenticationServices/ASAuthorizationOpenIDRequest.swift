/// A request with scopes, state and nonce.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// What is asked to be told.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// Anything, to be given back.
    open var state: String?
    /// What will stand in the token: the hash of something the server knows (C101).
    open var nonce: String?
}
