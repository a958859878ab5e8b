import PhoneCore
import Redaction
import Testing

@Suite struct SignInTests {
    private let nonce = SignInNonce(raw: "raw", digest: "digest")
    private let introduction = AppleIntroduction(givenName: "Ada", familyName: "L", email: "a@example.org")

    private func credential(_ introduction: AppleIntroduction = AppleIntroduction()) -> AppleCredential {
        AppleCredential(user: "001", identityToken: "jwt", authorizationCode: "code", introduction: introduction)
    }

    @Test func `the name is stored before anything is sent, and kept until the exchange has it`() {
        var signIn = SignIn()
        #expect(signIn.after(.wanted(isOnScreen: true)) == [.askNonce])
        #expect(signIn.after(.nonce(nonce)) == [.present(nonce)])
        #expect(signIn.after(.authorized(credential(introduction))) == [.keep])
        #expect(signIn.record.pending?.introduction == introduction)
        #expect(signIn.after(.kept(true)) == [.post(credential(introduction), nonce)])
        #expect(signIn.record.pending != nil)
        #expect(signIn.after(.accepted) == [.settled(nil)])
        #expect(signIn.record.pending == nil)
        #expect(signIn.record.user == "001")
    }

    @Test func `a name Apple said once is sent again with the next attempt, by another process too`() {
        var first = SignIn()
        _ = first.after([.wanted(isOnScreen: true), .nonce(nonce), .authorized(credential(introduction)), .kept(true)])
        #expect(first.after(.refused(.unreachable)) == [.settled(.unreachable)])
        var second = SignIn(record: first.record)
        _ = second.after([.wanted(isOnScreen: true), .nonce(nonce), .authorized(credential())])
        #expect(second.after(.kept(true)) == [.post(credential(introduction), nonce)])
    }

    @Test func `the name of one person is never sent for another`() {
        var signIn = SignIn()
        _ = signIn.after([.wanted(isOnScreen: true), .nonce(nonce), .authorized(credential(introduction)), .kept(true)])
        _ = signIn.after([.refused(.unreachable), .wanted(isOnScreen: true), .nonce(nonce)])
        let other = AppleCredential(user: "002", identityToken: "jwt", authorizationCode: "code")
        #expect(signIn.after([.authorized(other), .kept(true)]) == [.keep, .post(other, nonce)])
        _ = signIn.after(.accepted)
        #expect(signIn.record.pending?.user == "001")
    }

    @Test func `a sign-in that cannot be stored is not sent`() {
        var signIn = SignIn()
        _ = signIn.after([.wanted(isOnScreen: true), .nonce(nonce), .authorized(credential(introduction))])
        #expect(signIn.after(.kept(false)) == [.settled(.store)])
    }

    @Test func `the sheet is shown only on the screen, and only one`() {
        var signIn = SignIn()
        #expect(signIn.after(.wanted(isOnScreen: false)) == [.settled(.notOnScreen)])
        _ = signIn.after(.wanted(isOnScreen: true))
        #expect(signIn.after(.wanted(isOnScreen: true)) == [.settled(.underWay)])
        _ = signIn.after(.nonce(nonce))
        #expect(signIn.after(.sheetFailed(.cancelled)) == [.settled(.cancelled)])
        #expect(signIn.after(.wanted(isOnScreen: true)) == [.askNonce])
    }

    @Test func `unexpected answers do nothing`() {
        var signIn = SignIn()
        #expect(
            signIn.after([
                .nonce(nonce), .authorized(credential(introduction)), .kept(true), .accepted, .refused(.refused),
                .sheetFailed(.apple), .credentialState(.revoked), .launched, .revocationNoticed,
            ]) == [])
    }

    @Test func `at each start Apple is asked whether the consent still stands`() {
        var signIn = SignIn()
        _ = signIn.after([
            .wanted(isOnScreen: true), .nonce(nonce), .authorized(credential()), .kept(true), .accepted,
        ])
        var next = SignIn(record: signIn.record)
        #expect(next.after(.launched) == [.askCredentialState])
        #expect(next.after(.credentialState(.authorized)) == [])
        #expect(next.after(.credentialState(.transferred)) == [])
        #expect(next.after(.revocationNoticed) == [.askCredentialState])
        #expect(next.after(.credentialState(.notFound)) == [.revoked])
        #expect(next.after([.signedOut, .launched]) == [])
    }
}
