internal import DeviceModel
internal import DeviceRuntime
public import Foundation

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
