import AuthenticationServices
import DeviceRuntime
import Foundation
import UIKit

/// An app that signs in with Apple.
@MainActor
final class SignInApp: NSObject, UIApplicationDelegate {
    var heard: [String] = []
    var tokens: [String] = []
    var users: [String] = []
    let center: NotificationCenter
    private var controller: ASAuthorizationController?

    init(_ context: LaunchContext) {
        center = context.notificationCenter
    }

    func signIn() {
        let request = ASAuthorizationAppleIDProvider().createRequest()
        request.requestedScopes = [.fullName, .email]
        request.nonce = "hash-of-nonce"
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        controller.performRequests()
    }
}

extension SignInApp: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        let scene = UIApplication.shared.connectedScenes.first as? UIWindowScene
        return scene.map { UIWindow(windowScene: $0) } ?? UIWindow()
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else { return }
        users.append(credential.user)
        tokens.append(credential.identityToken.map { String(decoding: $0, as: UTF8.self) } ?? "")
        heard.append("\(credential.fullName?.givenName ?? "nil") \(credential.email ?? "nil")")
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        heard.append("error \((error as NSError).code)")
    }
}
