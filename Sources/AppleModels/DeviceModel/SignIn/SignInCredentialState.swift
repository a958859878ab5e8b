/// `ASAuthorizationAppleIDProvider.CredentialState`. The raw values are Apple's.
public enum SignInCredentialState: Int, Hashable, Sendable, CaseIterable {
    /// The person stopped using the account with the app.
    case revoked = 0
    case authorized = 1
    /// Never authorized; or nobody is signed in on this phone.
    case notFound = 2
    /// The app went to another team; the user's name must be exchanged for the new one.
    case transferred = 3
}
