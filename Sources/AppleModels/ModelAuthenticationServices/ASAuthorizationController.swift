internal import DeviceModel
internal import DeviceRuntime
public import Foundation
public import UIKit

/// Shows the sheet of Sign in with Apple. It needs a scene in the foreground and a window, so it fails in a launch for
/// a push (C103).
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationcontroller.
@MainActor
open class ASAuthorizationController: NSObject {
    /// The requests to perform.
    public let authorizationRequests: [ASAuthorizationRequest]
    /// The receiver of the result.
    open weak var delegate: (any ASAuthorizationControllerDelegate)? {
        didSet { part?.process.recordWrite("ASAuthorizationController") }
    }
    /// The provider of the window in which the sheet is shown.
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        didSet { part?.process.recordWrite("ASAuthorizationController") }
    }

    private let part: AuthorizationPart?

    /// Makes a controller for these requests.
    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
        part = ProcessHandle.recording("ASAuthorizationController")?.part(AuthorizationPart.self)
    }

    /// Shows the sheet for the first request of Sign in with Apple.
    open func performRequests() {
        part?.process.record("ASAuthorizationController")
        guard let part, part.process.isAlive else { return }
        let request = authorizationRequests.lazy.compactMap { $0 as? ASAuthorizationOpenIDRequest }.first
        part.begin(self)
        // The sheet needs a window, as it needs a scene in the foreground.
        guard let request, presentationContextProvider?.presentationAnchor(for: self) != nil else {
            part.fail(.unknown)
            return
        }
        part.process.kernel.signIn(request.machineValue(in: part.process))
    }
}

extension ASAuthorizationOpenIDRequest {
    fileprivate func machineValue(in process: ProcessHandle) -> SignInRequest {
        var scopes: SignInScopes = []
        if requestedScopes?.contains(.fullName) == true { scopes.insert(.fullName) }
        if requestedScopes?.contains(.email) == true { scopes.insert(.email) }
        return process.kernel.texts { texts in
            SignInRequest(scopes: scopes, nonce: nonce.map { texts.text($0) }, state: state.map { texts.text($0) })
        }
    }
}

/// Receives the result of authorization requests.
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// The authorization succeeded.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    /// The authorization failed.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension ASAuthorizationControllerDelegate {
    /// Not implemented.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        OptionalMethodDetector.missed()
    }
}

/// The window in which the sheet is shown.
public typealias ASPresentationAnchor = UIWindow

/// Provides the window in which the sheet is shown.
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// Returns the window.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// The result of an authorization request.
open class ASAuthorization: NSObject {
    /// The personal data that a request asks for.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String
        /// Makes a scope from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The person's full name.
        public static let fullName = Scope(rawValue: "full_name")
        /// The person's email address.
        public static let email = Scope(rawValue: "email")
    }

    /// The provider that handled the request.
    public let provider: any ASAuthorizationProvider
    /// The credential.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
    }
}

/// The reason why an authorization failed.
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct.
public struct ASAuthorizationError: CustomNSError, Hashable {
    /// The error codes.
    public enum Code: Int, Sendable {
        /// An unknown error, or the sheet cannot be shown.
        case unknown = 1000
        /// The person closed the sheet.
        case canceled = 1001
        /// The response is invalid.
        case invalidResponse = 1002
        /// The request was not handled.
        case notHandled = 1003
        /// The authorization failed.
        case failed = 1004
        /// The request needs interaction, which is not allowed.
        case notInteractive = 1005
    }

    /// The error code.
    public let code: Code

    /// Makes an error with a code.
    public init(_ code: Code) { self.code = code }

    /// The error domain.
    public static var errorDomain: String { "com.apple.AuthenticationServices.AuthorizationError" }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }
    /// The person closed the sheet.
    public static var canceled: Code { .canceled }
    /// An unknown error, or the sheet cannot be shown.
    public static var unknown: Code { .unknown }
}

extension ASAuthorizationError.Code {
    /// Matches an error against a code in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? ASAuthorizationError)?.code == code }
}
