import Crypto
import ExchangeServer
import Foundation
import PhoneCore
import PhoneExchange
import PhoneKit
import Redaction
import Standins
import Testing
import WireJSON

/// Signing in with Apple: the phone's client, the exchange, and a stand-in for Apple behind it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AppleExchangeTests {
    private func digest(of text: String) -> String {
        SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func settings(_ apple: AppleStandin, trusting authorities: String) -> AppleSignInConfiguration {
        var settings = AppleSignInConfiguration(
            clients: ["com.example.phone"], team: apple.credential.teamID, keyID: apple.credential.keyID,
            privateKey: apple.credential.privateKeyPEM)
        settings.address = "https://localhost:\(apple.port)"
        settings.authorities = authorities
        return settings
    }

    @Test func `a token that Apple signed with the exchange's nonce opens a session once only`() async throws {
        let apple = try await AppleStandin.start()
        let authorities = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem").path
        defer { try? FileManager.default.removeItem(atPath: authorities) }
        try apple.authorityPEM.write(toFile: authorities, atomically: true, encoding: .utf8)
        let scene = try await ExchangeScene { $0.apple = settings(apple, trusting: authorities) }
        let invited = try await scene.ask(
            "PUT", "api/organizations/acme/invitations/anna@example.com", #"{"role":"member"}"#,
            as: ExchangeScene.operatorToken)
        #expect(invited.status == 200)

        let raw = try #require(await scene.client.nonce())
        let nonce = SignInNonce(raw: raw, digest: Redacted(digest(of: raw.revealed)))
        let consent = apple.control(
            "POST", "authorize",
            ["sub": "anna", "nonce": .string(nonce.digest.revealed), "email": "anna@example.com"])
        let credential = AppleCredential(
            user: "anna", identityToken: Redacted(consent["identity_token"]?.string ?? ""),
            authorizationCode: Redacted(consent["code"]?.string ?? ""),
            introduction: AppleIntroduction(givenName: "Anna", familyName: "Bell", email: "anna@example.com"))
        #expect(await scene.client.signIn(credential, nonce) == nil)
        guard case .session(.signedIn) = await scene.journal.next() else {
            Issue.record("no session")
            return
        }
        #expect(await scene.client.signIn(credential, nonce) == .refused)
        await scene.server.stop()
        await apple.stop()
    }
}
