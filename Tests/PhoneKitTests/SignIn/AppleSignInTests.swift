import AuthenticationServices
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Testing
import UIKit

@MainActor
@Suite struct AppleSignInTests {
    private let journal = SignInJournal()
    private let answers = Answers()

    @MainActor
    private final class Answers {
        var settled: [SignInFailure?] = []
        var revocations = 0
        var hasWindow = true
    }

    private func app() async -> AppUnderTest<AppleSignIn> {
        await AppUnderTest { [journal, answers] context in
            let window = UIWindow()
            var parts = AppleSignInDependencies(
                exchange: journal.exchange, digest: TestDigest(), anchor: { answers.hasWindow ? window : nil },
                revoked: { answers.revocations += 1 })
            parts.center = context.notificationCenter
            return AppleSignIn(parts, store: journal)
        }
    }

    private func signIn(_ app: AppUnderTest<AppleSignIn>, _ event: SignInEvent = .approved(.own)) async {
        await app.order { $0.signIn { [answers] in answers.settled.append($0) } }
        await app.device.signIn(event)
        await app.device.advance(by: .seconds(1))
    }

    @Test func `a name that comes once is stored before the exchange is asked, and forgotten when it has it`() async {
        let app = await app()
        await signIn(app)
        #expect(journal.exchange.notes == ["keep Anna", "post Anna", "keep nothing"])
        #expect(journal.signInRecord.user != nil)
        #expect(journal.signInRecord.pending == nil)
        #expect(answers.settled == [nil])
    }

    @Test func `a name that could not be handed over is handed over the next time, though Apple says it no more`() async
    {
        let app = await app()
        journal.exchange.fail(with: .unreachable)
        await signIn(app)
        #expect(answers.settled == [.unreachable])
        #expect(journal.signInRecord.pending?.introduction.givenName == "Anna")
        journal.exchange.fail(with: nil)
        await signIn(app)
        #expect(journal.exchange.notes == ["keep Anna", "post Anna", "keep Anna", "post Anna", "keep nothing"])
        #expect(journal.exchange.sent.last?.credential.introduction.email == "anna@example.com")
    }

    @Test func `Apple signs the digest of the nonce the exchange is given`() async throws {
        let app = await app()
        await signIn(app)
        await signIn(app)
        let sent = journal.exchange.sent
        #expect(sent.count == 2)
        #expect(sent[0].nonce != sent[1].nonce)
        for (credential, nonce) in sent {
            #expect(nonce.raw.revealed.hasPrefix("nonce-"))
            let digest = TestDigest().sha256(Array(nonce.raw.revealed.utf8))
            #expect(
                nonce.digest.revealed == digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            )
            let claims = try #require(Self.claims(of: credential.identityToken.revealed))
            #expect(claims["nonce"] as? String == nonce.digest.revealed)
        }
    }

    @Test func `without a nonce from the exchange no sheet is shown, and it can be tried again`() async {
        let app = await app()
        journal.exchange.fallMute()
        await signIn(app)
        #expect(answers.settled == [.unreachable])
        #expect(journal.exchange.sent.isEmpty)
        await signIn(app)
        #expect(answers.settled == [.unreachable, .unreachable])
    }

    @Test func `a sign-in that cannot be stored is not sent`() async {
        let app = await app()
        journal.isFull = true
        await signIn(app)
        #expect(answers.settled == [.store])
        #expect(journal.exchange.sent.isEmpty)
    }

    @Test func `a closed sheet is not shown as a failure, and another can be opened`() async {
        let app = await app()
        await signIn(app, .closed)
        #expect(answers.settled == [.cancelled])
        await signIn(app)
        #expect(answers.settled == [.cancelled, nil])
    }

    @Test func `nothing is shown while the app is not on the screen`() async {
        let app = await app()
        answers.hasWindow = false
        await app.order { $0.signIn { [answers] in answers.settled.append($0) } }
        #expect(answers.settled == [.notOnScreen])
        #expect(journal.exchange.notes.isEmpty)
    }

    @Test func `two requests to sign in show one sheet`() async {
        let app = await app()
        await app.order { part in
            part.signIn { [answers] in answers.settled.append($0) }
            part.signIn { [answers] in answers.settled.append($0) }
        }
        #expect(answers.settled == [.underWay])
        await app.device.signIn(.approved(.own))
        await app.device.advance(by: .seconds(1))
        #expect(answers.settled == [.underWay, nil])
    }

    @Test func `a consent withdrawn is noticed at once, or at the next launch`() async {
        let app = await app()
        await signIn(app)
        await app.order { $0.launched() }
        #expect(answers.revocations == 0)
        await app.device.signIn(.stoppedUsing)
        await app.device.advance(by: .seconds(1))
        #expect(answers.revocations == 1)
        await app.device.kill()
        await app.device.openApp()
        await app.order { $0.launched() }
        #expect(answers.revocations == 2)
        await app.order { $0.signedOut() }
        #expect(journal.signInRecord.user == nil)
        await app.device.kill()
        await app.device.openApp()
        await app.order { $0.launched() }
        #expect(answers.revocations == 2)
    }

    @Test func `a record that could only be read after the launch is not written over`() async throws {
        let first = await app()
        await signIn(first)
        let record = journal.signInRecord
        journal.signInRecord = SignInRecord()
        let second = await app()
        journal.signInRecord = record
        await second.order { $0.launched() }
        #expect(journal.signInRecord == record)
    }

    /// What stands in the middle of a token.
    private static func claims(of token: String) -> [String: Any]? {
        let parts = token.split(separator: ".")
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while !text.utf8.count.isMultiple(of: 4) { text += "=" }
        return Data(base64Encoded: text).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] }
    }
}
