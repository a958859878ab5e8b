internal import DeviceModel
internal import DeviceRuntime
internal import Foundation
internal import UIKit

/// AuthenticationServices' part in a process: the controller whose sheet is on the screen.
final class AuthorizationPart: FrameworkState {
    let process: ProcessHandle
    @MainActor private var controller: ASAuthorizationController?

    init(process: ProcessHandle) {
        self.process = process
    }

    @MainActor func begin(_ controller: ASAuthorizationController) { self.controller = controller }

    @MainActor func fail(_ code: ASAuthorizationError.Code) {
        Task { @MainActor [self] in process.run { finish(with: .failure(ASAuthorizationError(code))) } }
    }

    func receive(_ callback: FrameworkCallback) async {
        guard case .signIn(let effect) = callback else { return }
        switch effect {
        case .sheetShown: break
        case .completed(let credential):
            await MainActor.run { process.run { finish(with: .success(credential)) } }
        case .failed(let error):
            let code = ASAuthorizationError.Code(rawValue: error.rawValue) ?? .unknown
            await MainActor.run { process.run { finish(with: .failure(ASAuthorizationError(code))) } }
        case .revokedNotification:
            await process.post(ASAuthorizationAppleIDProvider.credentialRevokedNotification) { nil }
        }
    }

    @MainActor private func finish(with result: Result<SignInCredential, ASAuthorizationError>) {
        guard let controller else { return }
        self.controller = nil
        switch result {
        case .success(let credential):
            let authorization = ASAuthorization(
                provider: ASAuthorizationAppleIDProvider(), credential: object(credential))
            controller.delegate?.authorizationController(
                controller: controller, didCompleteWithAuthorization: authorization)
        case .failure(let error):
            controller.delegate?.authorizationController(controller: controller, didCompleteWithError: error)
        }
    }

    private func object(_ credential: SignInCredential) -> ASAuthorizationAppleIDCredential {
        let texts = process.kernel.texts { $0 }
        var name: PersonNameComponents?
        if credential.hasFullName {
            name = PersonNameComponents()
            name?.givenName = "Anna"
            name?.familyName = "Beispiel"
        }
        return ASAuthorizationAppleIDCredential(
            user: ASAuthorizationAppleIDProvider.userOfAccount, state: credential.state.map(texts.text),
            identityToken: token(credential.token, texts),
            authorizationCode: Data("c\(credential.code.value)".utf8), email: credential.email?.address,
            fullName: name)
    }

    /// A token with Apple's claims but without a valid signature.
    private func token(_ token: IdentityToken, _ texts: InternTable) -> Data {
        var claims: [String: Any] = [
            "iss": "https://appleid.apple.com", "aud": "app", "sub": ASAuthorizationAppleIDProvider.userOfAccount,
            "exp": Int(process.kernel.date(at: token.expiresAt).timeIntervalSince1970),
        ]
        claims["nonce"] = token.nonce.map(texts.text)
        claims["email"] = token.email?.address
        let parts: [[String: Any]] = [["alg": "RS256", "kid": "model"], claims]
        let encoded = parts.map { part in
            ((try? JSONSerialization.data(withJSONObject: part, options: [.sortedKeys])) ?? Data()).base64URL
        }
        return Data((encoded + [Data("unsigned".utf8).base64URL]).joined(separator: ".").utf8)
    }
}

extension SignInEmail {
    fileprivate var address: String {
        switch self {
        case .own: "anna@example.com"
        case .relayed: "x1y2z3@privaterelay.appleid.com"
        }
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
