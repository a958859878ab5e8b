public import Foundation

/// What Sign in with Apple gives. Name and address only the first time; persist them before anything else (C100).
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential.
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    /// The person toward this team, the same every time.
    public let user: String
    /// What the request said.
    public let state: String?
    /// A signed token; honour its expiry (C101).
    public let identityToken: Data?
    /// Works once, for about five minutes (C101).
    public let authorizationCode: Data?
    /// The address.
    public let email: String?
    /// The name.
    public let fullName: PersonNameComponents?
    /// Whether the system takes the person for one.
    public let realUserStatus: ASUserDetectionStatus

    init(
        user: String, state: String?, identityToken: Data, authorizationCode: Data, email: String?,
        fullName: PersonNameComponents?
    ) {
        self.user = user
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.email = email
        self.fullName = fullName
        realUserStatus = .likelyReal
    }
}
