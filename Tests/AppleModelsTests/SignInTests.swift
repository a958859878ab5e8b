import AuthenticationServices
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing
import UIKit

@MainActor
@Suite struct SignInTests {
    private let phone = ModelDevice(applicationDelegate: { SignInApp($0) }, sceneDelegate: { SceneLog() })

    private var app: SignInApp? { phone.app as? SignInApp }

    private func ask() async {
        phone.asApp { app?.signIn() }
        await phone.settle()
    }

    @Test func `C103: without a scene in the foreground nothing is shown`() async {
        await phone.push(["x": 1])
        await phone.openApp()
        await phone.leaveApp()
        await ask()
        #expect(app?.heard == ["error 1000"])
    }

    @Test func `C103: a closed sheet is 1001`() async {
        await phone.openApp()
        await ask()
        await phone.signIn(.closed)
        #expect(app?.heard == ["error 1001"])
    }

    @Test func `C100: name and address come the first time only`() async {
        await phone.openApp()
        await ask()
        await phone.signIn(.approved(.relayed))
        await ask()
        await phone.signIn(.approved(.relayed))
        #expect(app?.heard == ["Anna x1y2z3@privaterelay.appleid.com", "nil nil"])
    }

    @Test func `C101: the token bears the nonce, and the code works once`() async throws {
        await phone.openApp()
        await ask()
        await phone.signIn(.approved(.own))
        let token = try #require(app?.tokens.first)
        let claims = token.split(separator: ".")[1]
        let padded = claims.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        let bytes = try #require(
            Data(base64Encoded: padded.padding(toLength: (padded.count + 3) / 4 * 4, withPad: "=", startingAt: 0)))
        let facts = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
        #expect(facts["nonce"] as? String == "hash-of-nonce")
        #expect(facts["iss"] as? String == "https://appleid.apple.com")
        #expect(phone.redeem(AuthorizationCode(1)))
        #expect(!phone.redeem(AuthorizationCode(1)))
    }

    @Test func `C102: a person who stops using the account is revoked, and a running app is notified`() async throws {
        await phone.openApp()
        await ask()
        await phone.signIn(.approved(.own))
        let user = try #require(app?.users.first)
        #expect(await state(of: user) == .authorized)
        let posted = Mutex(0)
        let center = app?.center
        let token = center?.addObserver(
            forName: ASAuthorizationAppleIDProvider.credentialRevokedNotification, object: nil, queue: nil
        ) { _ in posted.withLock { $0 += 1 } }
        await phone.signIn(.stoppedUsing)
        #expect(await state(of: user) == .revoked)
        #expect(await state(of: "another user") == .notFound)
        #expect(posted.withLock { $0 } == 1)
        if let token { center?.removeObserver(token) }
    }

    private func state(of user: String) async -> ASAuthorizationAppleIDProvider.CredentialState? {
        let task = phone.asApp {
            Task { @MainActor in
                try? await ASAuthorizationAppleIDProvider().credentialState(forUserID: user)
            }
        }
        return await task?.value
    }
}
