internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// Sign in with Apple.
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationappleidprovider.
open class ASAuthorizationAppleIDProvider: NSObject, ASAuthorizationProvider {
    /// How a person stands with the app.
    public enum CredentialState: Int, Sendable {
        /// Taken back: sign out.
        case revoked = 0
        /// Good.
        case authorized = 1
        /// Never given.
        case notFound = 2
        /// The app went to another team.
        case transferred = 3
    }

    /// Whoever this phone's account is toward this app.
    static let userOfAccount = "001234.a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5.0815"

    /// Posted when the person stops using the account with the app (C102).
    public static let credentialRevokedNotification =
        Notification.Name("ASAuthorizationAppleIDProviderCredentialRevokedNotification")

    /// A provider.
    public override init() {
        _ = ProcessHandle.recording("ASAuthorizationAppleIDProvider")
    }

    /// A request to be filled in.
    open func createRequest() -> ASAuthorizationAppleIDRequest {
        _ = ProcessHandle.recording("ASAuthorizationAppleIDProvider")
        return ASAuthorizationAppleIDRequest(provider: self)
    }

    /// How a person stands with the app; to be asked at each launch (C102).
    open func getCredentialState(
        forUserID userID: String, completion: @escaping @Sendable (CredentialState, (any Error)?) -> Void
    ) {
        guard let process = ProcessHandle.recording("ASAuthorizationAppleIDProvider") else {
            return completion(.notFound, nil)
        }
        let state = Self.state(of: userID, in: process)
        Task { await CallbackQueue.frameworkOwn.run(as: process) { completion(state, nil) } }
    }

    /// How a person stands with the app.
    open nonisolated(nonsending) func credentialState(forUserID userID: String) async throws -> CredentialState {
        ProcessHandle.recording("ASAuthorizationAppleIDProvider").map { Self.state(of: userID, in: $0) } ?? .notFound
    }

    private static func state(of userID: String, in process: ProcessHandle) -> CredentialState {
        guard userID == userOfAccount, process.isAlive else { return .notFound }
        return CredentialState(rawValue: process.kernel.credentialState.rawValue) ?? .notFound
    }
}

/// A request of Sign in with Apple.
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    /// Who should sign in; nil is anybody.
    open var user: String?
}

/// A request with scopes, state and nonce.
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    /// What is asked to be told.
    open var requestedScopes: [ASAuthorization.Scope]?
    /// Anything, to be given back.
    open var state: String?
    /// What will stand in the token: the hash of something the server knows (C101).
    open var nonce: String?
}

/// Something to be authorized.
open class ASAuthorizationRequest: NSObject {
    /// Who is asked.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
    }
}

/// Who can be asked for an authorization.
public protocol ASAuthorizationProvider: NSObjectProtocol {}

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

/// What an authorization gives.
public protocol ASAuthorizationCredential: NSObjectProtocol {}

/// Whether the system takes the person for one.
public enum ASUserDetectionStatus: Int, Sendable {
    /// It does not say.
    case unsupported = 0
    /// It cannot say.
    case unknown = 1
    /// It does.
    case likelyReal = 2
}
