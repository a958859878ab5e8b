internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// Makes requests of Sign in with Apple and returns the credential state.
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider.
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    /// The state of a person's credential for the app.
    public enum CredentialState: Int, Sendable {
        /// The person revoked the authorization, and the app must sign out.
        case revoked = 0
        /// The authorization is valid.
        case authorized = 1
        /// No authorization exists.
        case notFound = 2
        /// The app was transferred to another team.
        case transferred = 3
    }

    /// The identifier of this phone's account for this app.
    static let userOfAccount = "001234.a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.0815"

    /// Posted when the person stops using the account with the app (C102).
    public static let credentialRevokedNotification =
        Notification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification")

    /// Makes a provider.
    public override init() {
        _ = ProcessHandle.recording("ASAuthorizationAppleIDProvider")
    }

    /// Makes a request, which the app then configures.
    open func createRequest() -> ASAuthorizationAppleIDRequest {
        _ = ProcessHandle.recording("ASAuthorizationAppleIDProvider")
        return ASAuthorizationAppleIDRequest(provider: self)
    }

    /// Reads the state of a person's credential for the app. An app calls this at each launch (C102).
    open func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        guard let process = ProcessHandle.recording("ASAuthorizationAppleIDProvider") else {
            return completion(.notFound, nil)
        }
        let state = Self.state(of: userID, in: process)
        Task { await CallbackQueue.frameworkOwn.run(as: process) { completion(state, nil) } }
    }

    /// Returns the state of a person's credential for the app.
    open nonisolated(nonsending) func credentialState(forUserID userID: String) async throws -> CredentialState {
        ProcessHandle.recording("ASAuthorizationAppleIDProvider").map { Self.state(of: userID, in: $0) } ?? .notFound
    }

    private static func state(of userID: String, in process: ProcessHandle) -> CredentialState {
        guard userID == userOfAccount, process.isAlive else { return .notFound }
        return CredentialState(rawValue: process.kernel.credentialState.rawValue) ?? .notFound
    }
}

/// A request for Sign in with Apple.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// The user who should sign in; nil allows any user.
    open var user: String?
}

/// A request with scopes, state and nonce.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// The personal data that the request asks for.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// An arbitrary text that is returned with the credential.
    open var state: String?
    /// The nonce to be put into the token: the hash of a value that the server knows (C101).
    open var nonce: String?
}

/// An authorization request.
open class ASAuthorizationRequest: NSObject {
    /// The provider that handles the request.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
    }
}

/// A provider of authorizations.
public protocol ASAuthorizationProvider: NSObjectProtocol {}

/// The credential of Sign in with Apple. It contains name and address only the first time, so an app must store them at
/// once (C100).
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationappleidcredential.
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    /// The identifier of the person for this team, the same every time.
    public let user: String
    /// The state of the request.
    public let state: String?
    /// A signed token, which expires (C101).
    public let identityToken: Data?
    /// An authorization code, which can be redeemed once within about five minutes (C101).
    public let authorizationCode: Data?
    /// The email address.
    public let email: String?
    /// The full name.
    public let fullName: PersonNameComponents?
    /// Whether the system considers the user a real person.
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

/// The credential of an authorization.
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// Whether the system considers the user a real person.
public enum ASUserDetectionStatus: Int, Sendable {
    /// The system does not support the detection.
    case unsupported = 0
    /// The system cannot decide.
    case unknown = 1
    /// The user is likely a real person.
    case likelyReal = 2
}
