internal import DeviceModel
internal import DeviceRuntime
public import Foundation
public import UIKit

/// Shows the sheet. Needs a scene in the foreground and a window, so never in a launch for a push (C103).
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationcontroller.
@MainActor
open class ASAuthorizationController: NSObject {
    /// What is asked.
    public let authorizationRequests: [ASAuthorizationRequest]
    /// Who hears of it.
    open weak var delegate: (any ASAuthorizationControllerDelegate)? {
        didSet { part?.process.recordWrite("ASAuthorizationController") }
    }
    /// Who says where.
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)? {
        didSet { part?.process.recordWrite("ASAuthorizationController") }
    }

    private let part: AuthorizationPart?

    /// A controller.
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
        // Without a window nothing can be shown, as without a scene in the foreground.
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

/// Hears what came of requests.
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    /// The person agreed.
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    /// Nothing came of it.
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension ASAuthorizationControllerDelegate {
    /// Not implemented.
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        OptionalProbe.missed()
    }
}

/// Where the sheet is shown.
public typealias ASPresentationAnchor = UIWindow

/// Says where the sheet is shown.
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    /// The window.
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

/// What came of a request.
open class ASAuthorization: NSObject {
    /// What an authorization asks to be told.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String
        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The person's name.
        public static let fullName = Scope(rawValue: "full_name")
        /// An address.
        public static let email = Scope(rawValue: "email")
    }

    /// Who was asked.
    public let provider: any ASAuthorizationProvider
    /// What was given.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
    }
}

/// Why there is no authorization.
///
/// Source: developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct.
public struct ASAuthorizationError: CustomNSError, Hashable {
    /// The numbers of the error.
    public enum Code: Int, Sendable {
        /// Nobody knows; also when nothing can be shown.
        case unknown = 1000
        /// The person closed the sheet.
        case canceled = 1001
        /// The answer makes no sense.
        case invalidResponse = 1002
        /// Nobody handled it.
        case notHandled = 1003
        /// It failed.
        case failed = 1004
        /// It would have to ask, and may not.
        case notInteractive = 1005
    }

    /// Which error it is.
    public let code: Code

    /// An error of a code.
    public init(_ code: Code) { self.code = code }

    /// The domain.
    public static var errorDomain: String { "com.apple.AuthenticationServices.AuthorizationError" }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The person closed the sheet.
    public static var canceled: Code { .canceled }
    /// Nobody knows.
    public static var unknown: Code { .unknown }
}

extension ASAuthorizationError.Code {
    /// Lets a code stand in a `catch`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? ASAuthorizationError)?.code == code }
}
