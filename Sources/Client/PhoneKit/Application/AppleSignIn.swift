public import AuthenticationServices
public import Foundation
public import PhoneCore
public import Redaction
public import UIKit

#if canImport(ObjectiveC)
    public import ObjectiveC
#endif

/// Carries out signing in with Apple, as the machine `SignIn` decides. Making it touches no framework.
@MainActor
public final class AppleSignIn: NSObject {
    private let parts: AppleSignInDependencies
    private let store: any SignInStore
    /// Made at the first use, because the record may not be readable at launch.
    private lazy var machine = SignIn(record: store.signInRecord)
    private var settled: (@MainActor (SignInFailure?) -> Void)?
    private var controller: ASAuthorizationController?
    private var observers: NotificationObservers?

    /// Continues from the record that the process before left.
    public init(_ parts: AppleSignInDependencies, store: any SignInStore) {
        self.parts = parts
        self.store = store
    }

    /// Call when the app is on the screen for the first time in this process, when the record has been read. Asks Apple
    /// for the state of the signed-in person's credential, now and whenever Apple announces a change.
    /// Source: C102 (documented).
    public func launched() {
        guard observers == nil else { return }
        let observers = NotificationObservers(parts.center)
        let name = ASAuthorizationAppleIDProvider.credentialRevokedNotification
        observers.observe(name, of: nil) { [weak self] _ in
            Task { @MainActor in self?.handle(.revocationNoticed) }
        }
        self.observers = observers
        handle(.launched)
    }

    /// Asks the person to sign in.
    ///
    /// - Parameter settled: called once, with the failure or with `nil` on success.
    public func signIn(settled: @escaping @MainActor (SignInFailure?) -> Void) {
        guard self.settled == nil else { return settled(.underWay) }
        self.settled = settled
        handle(.wanted(isOnScreen: parts.anchor() != nil))
    }

    /// Call when the person has been signed out.
    public func signedOut() { handle(.signedOut) }

    private func handle(_ event: SignIn.Event) {
        var effects: [SignIn.Effect] = []
        machine.handle(event, into: &effects)
        for effect in effects { carryOut(effect) }
        // on purpose: a record that could not be kept still differs after the next event, and is kept then
        if machine.record != store.signInRecord { _ = store.keep(machine.record) }
    }

    private func carryOut(_ effect: SignIn.Effect) {
        switch effect {
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
    /// The window for the sheet. It existed when the person asked; if it is gone now, the system shows nothing and
    /// reports an error.
    public func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        parts.anchor() ?? ASPresentationAnchor()
    }
}

/// The parts of the app that signing in with Apple needs.
@MainActor
public struct AppleSignInDependencies {
    /// The exchange's API.
    public var exchange: any SignInExchange
    /// Computes SHA-256.
    public var digest: any NonceDigest
    /// The window over which the sheet is shown; `nil` if the app is not on the screen. Source: C103.
    public var anchor: @MainActor () -> ASPresentationAnchor?
    /// Called when the consent was withdrawn or another Apple account is used: the app then signs the person out.
    public var revoked: @MainActor () -> Void
    /// The notification center in which Apple announces that the consent may have been withdrawn.
    public var center = NotificationCenter.default

    /// Takes the parts that have no default.
    public init(
        exchange: any SignInExchange, digest: any NonceDigest,
        anchor: @escaping @MainActor () -> ASPresentationAnchor?, revoked: @escaping @MainActor () -> Void
    ) {
        self.exchange = exchange
        self.digest = digest
        self.anchor = anchor
        self.revoked = revoked
    }
}

/// The exchange's side of signing in with Apple.
public protocol SignInExchange: Sendable {
    /// `POST /api/auth/apple/nonce`: a nonce for one sign-in on this installation; `nil` if the exchange gives none.
    func nonce() async -> Redacted<String>?

    /// `POST /api/auth/apple`: sends Apple's credential and the nonce, whose digest Apple signed.
    ///
    /// - Returns: `unreachable` or `refused`; `nil` if the person was signed in.
    func signIn(_ credential: AppleCredential, _ nonce: SignInNonce) async -> SignInFailure?
}

/// Stores the record of signing in beyond the process.
@MainActor
public protocol SignInStore: AnyObject {
    /// The stored record.
    var signInRecord: SignInRecord { get }

    /// Stores a record before it returns.
    ///
    /// - Returns: whether the record was written.
    func keep(_ record: SignInRecord) -> Bool
}

/// The record of signing in is part of the phone's record.
extension PhoneApplication: SignInStore {
    public var signInRecord: SignInRecord { shell.phone.record.signIn }

    /// Reads the file back to be sure, because Apple gives some of the data only once and it must not be lost.
    public func keep(_ record: SignInRecord) -> Bool {
        shell.send(.signIn(record))
        guard case .found(let stored) = self.record.read() else { return false }
        return stored.signIn == record
    }
}

nonisolated extension AppleCredential {
    /// Reads the credential from Apple's sheet; `nil` if it lacks data that the exchange needs.
    init?(_ credential: ASAuthorizationAppleIDCredential) {
        guard let token = credential.identityToken, let code = credential.authorizationCode else { return nil }
        let text = { (text: String?) -> Redacted<String>? in
            guard let text, !text.isEmpty else { return nil }
            return Redacted(text)
        }
        self.init(
            user: Redacted(credential.user), identityToken: Redacted(String(decoding: token, as: UTF8.self)),
            authorizationCode: Redacted(String(decoding: code, as: UTF8.self)),
            introduction: AppleIntroduction(
                givenName: text(credential.fullName?.givenName), familyName: text(credential.fullName?.familyName),
                email: text(credential.email)))
    }
}

nonisolated extension AppleCredentialState {
    init?(_ state: ASAuthorizationAppleIDProvider.CredentialState) {
        switch state {
        case .authorized: self = .authorized
        case .revoked: self = .revoked
        case .notFound: self = .notFound
        case .transferred: self = .transferred
        @unknown default: return nil
        }
    }
}

/// Computes SHA-256: with CryptoKit on Apple's systems, with any other implementation elsewhere.
public protocol NonceDigest: Sendable {
    /// The 32 bytes of the digest.
    func sha256(_ bytes: [UInt8]) -> [UInt8]
}

extension SignInNonce {
    /// Hashes the text of a nonce, as the exchange does. Source: C101.
    init(_ raw: Redacted<String>, _ digest: any NonceDigest) {
        let digits = digest.sha256(Array(raw.revealed.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        self.init(raw: raw, digest: Redacted(digits.joined()))
    }
}
