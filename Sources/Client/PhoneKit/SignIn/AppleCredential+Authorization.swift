import AuthenticationServices
import Foundation
import PhoneCore
import Redaction

nonisolated extension AppleCredential {
    /// What the sheet gave; `nil` when it lacks what the exchange needs.
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
