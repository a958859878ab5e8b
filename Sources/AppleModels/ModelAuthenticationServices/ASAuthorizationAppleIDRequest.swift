/// A request of Sign in with Apple.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// Who should sign in; nil is anybody.
    open var user: String?
}
