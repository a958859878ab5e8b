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
