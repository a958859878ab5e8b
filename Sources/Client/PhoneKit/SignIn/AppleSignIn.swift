public import AuthenticationServices
public import PhoneCore
import Redaction
public import UIKit

#if canImport(ObjectiveC)
    import Foundation
    public import ObjectiveC
#else
    public import Foundation
#endif

/// Signing in with Apple, as `SignIn` decides it. Making it touches no framework.
@MainActor
public final class AppleSignIn: NSObject {
    private let parts: AppleSignInParts
    private let store: any SignInStore
    private let clock: any PhoneClock
    /// Begins when it is first asked for something: at the launch the record may not be readable yet.
    private lazy var machine = SignIn(record: store.signInRecord)
    private var settled: (@MainActor (SignInFailure?) -> Void)?
    private var controller: ASAuthorizationController?
    private var observers: ObserverBag?

    /// Goes on where the process before stopped.
    public init(_ parts: AppleSignInParts, store: any SignInStore, clock: any PhoneClock) {
        self.parts = parts
        self.store = store
        self.clock = clock
    }

    /// The app is on the screen for the first time in this process, so that the record was read. Who is signed in is
    /// asked for then, and whenever Apple says that something changed. Source:
    /// apple-contract C102 (documented).
    public func launched() {
        guard observers == nil else { return }
        let observers = ObserverBag(parts.centre)
        let name = ASAuthorizationAppleIDProvider.credentialRevokedNotification
        observers.observe(name, of: nil) { [weak self] _ in
            Task { @MainActor in self?.handle(.revocationNoticed) }
        }
        self.observers = observers
        handle(.launched)
    }

    /// Asks the person to sign in.
    ///
    /// - Parameter settled: told once: why nobody was signed in, or `nil`.
    public func signIn(settled: @escaping @MainActor (SignInFailure?) -> Void) {
        guard self.settled == nil else { return settled(.underWay) }
        self.settled = settled
        handle(.wanted(isOnScreen: parts.anchor() != nil))
    }

    /// The person is signed out.
    public func signedOut() { handle(.signedOut) }

    private func handle(_ event: SignIn.Event) {
        var decisions: [SignIn.Decision] = []
        machine.handle(event, at: clock.now, into: &decisions)
        for decision in decisions { carryOut(decision) }
        // on purpose: a record that was not kept differs still after the next event, and is kept then
        if machine.record != store.signInRecord { _ = store.keep(machine.record) }
    }

    private func carryOut(_ decision: SignIn.Decision) {
        switch decision {
        case .askNonce: askNonce()
        case .present(let nonce): present(nonce)
        case .keep: handle(.kept(store.keep(machine.record)))
        case .post(let credential, let nonce): post(credential, nonce)
        case .askCredentialState: askCredentialState()
        case .revoked: parts.revoked()
        case .settled(let failure):
            controller = nil
            let settled = self.settled
            self.settled = nil
            settled?(failure)
        }
    }

    private func askNonce() {
        let exchange = parts.exchange
        let digest = parts.digest
        Task { [weak self] in
            let raw = await exchange.nonce()
            self?.handle(raw.map { .nonce(SignInNonce($0, digest)) } ?? .refused(.unreachable))
        }
    }

    private func present(_ nonce: SignInNonce) {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        request.nonce = nonce.digest.revealed
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        controller.performRequests()
    }

    private func post(_ credential: AppleCredential, _ nonce: SignInNonce) {
        let exchange = parts.exchange
        Task { [weak self] in
            let failure = await exchange.signIn(credential, nonce)
            self?.handle(failure.map(SignIn.Event.refused) ?? .accepted)
        }
    }

    private func askCredentialState() {
        guard let user = machine.record.user else { return }
        ASAuthorizationAppleIDProvider().getCredentialState(forUserID: user.revealed) {
            @Sendable [weak self] state, _ in
            guard let state = AppleCredentialState(state) else { return }
            Task { @MainActor in self?.handle(.credentialState(state)) }
        }
    }
}

extension AppleSignIn: @MainActor ASAuthorizationControllerDelegate {
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let answer = authorization.credential as? ASAuthorizationAppleIDCredential,
            let credential = AppleCredential(answer)
        else { return handle(.sheetFailed(.apple)) }
        handle(.authorized(credential))
    }

    public func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        let isCancelled = (error as? ASAuthorizationError)?.code == .canceled
        handle(.sheetFailed(isCancelled ? .cancelled : .apple))
    }
}

extension AppleSignIn: @MainActor ASAuthorizationControllerPresentationContextProviding {
    /// The window was there when the person asked; if it went meanwhile the system shows nothing and says so.
    public func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        parts.anchor() ?? ASPresentationAnchor()
    }
}
