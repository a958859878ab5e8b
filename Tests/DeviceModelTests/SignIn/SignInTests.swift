import DeviceModel
import Testing

struct SignInTests {
    private let all = SignInRequest(scopes: [.fullName, .email], nonce: TextID(7), state: TextID(8))

    @Test(.proves(.c100)) func `name and address come the first time and never again`() throws {
        var account = Account()
        let first = try account.approve(all)
        #expect(first.hasFullName && first.email == .relayed)
        let second = try account.approve(all)
        #expect(!second.hasFullName && second.email == nil)
        #expect(second.token.email == .relayed)
    }

    @Test(.proves(.c100)) func `stopping and beginning anew brings them again`() throws {
        var account = Account()
        _ = try account.approve(all)
        #expect(account.world(.stoppedUsing) == [.revokedNotification])
        let again = try account.approve(all)
        #expect(again.hasFullName)
    }

    @Test(.proves(.c100)) func `personal data that was not requested is not given, then or later`() throws {
        var account = Account()
        let first = try account.approve(SignInRequest(scopes: []))
        #expect(!first.hasFullName && first.email == nil && first.token.email == nil)
        let second = try account.approve(all)
        #expect(!second.hasFullName)
    }

    @Test(.proves(.c101)) func `the token carries the request's nonce, and the state comes back`() throws {
        var account = Account()
        let credential = try account.approve(all, at: .seconds(10))
        #expect(credential.token.nonce == TextID(7))
        #expect(credential.state == TextID(8))
        #expect(credential.token.expiresAt == .seconds(610))
    }

    @Test(.proves(.c101)) func `a code works once`() throws {
        var account = Account()
        let code = try account.approve(all).code
        #expect(account.book.redeem(code, at: .seconds(1)) == true)
        #expect(account.book.redeem(code, at: .seconds(2)) == false)
    }

    @Test(.proves(.c101)) func `a code works for five minutes`() throws {
        var account = Account()
        let code = try account.approve(all).code
        var late = account
        #expect(late.book.redeem(code, at: .seconds(300)) == false)
        #expect(account.book.redeem(code, at: .seconds(299)) == true)
    }

    @Test(.proves(.c102)) func `the credential state at launch follows changes made elsewhere`() throws {
        var account = Account()
        #expect(account.book.credentialState == .notFound)
        _ = try account.approve(all)
        #expect(account.book.credentialState == .authorized)
        _ = account.world(.teamChanged)
        #expect(account.book.credentialState == .transferred)
        _ = account.world(.stoppedUsing)
        #expect(account.book.credentialState == .revoked)
    }

    @Test(.proves(.c102)) func `signed out of the phone's account nothing is found, and signed in it is again`() throws
    {
        var account = Account()
        _ = try account.approve(all)
        _ = account.world(.accountChanged(isSignedIn: false))
        #expect(account.book.credentialState == .notFound)
        _ = account.world(.accountChanged(isSignedIn: true))
        #expect(account.book.credentialState == .authorized)
    }

    @Test(.proves(.c103)) func `in the background nothing is shown`() {
        var account = Account()
        #expect(account.perform(all, isForeground: false) == [.failed(.unknown)])
        #expect(account.book.request == nil)
    }

    @Test(.proves(.c103)) func `a sheet that is closed ends with 1001`() {
        var account = Account()
        #expect(account.perform(all, isForeground: true) == [.sheetShown])
        #expect(account.world(.closed) == [.failed(.canceled)])
        #expect(SignInError.canceled.rawValue == 1001)
        #expect(account.book.credentialState == .notFound)
    }

    @Test func `the sheet goes with its process`() {
        var account = Account()
        _ = account.perform(all, isForeground: true)
        account.book.processEnded()
        #expect(account.world(.approved(.own)).isEmpty)
    }
}

/// The sign-in state with its effects as return values.
private struct Account {
    var book = SignInState(policy: SignInPolicy())

    mutating func perform(_ request: SignInRequest, isForeground: Bool) -> [SignInEffect] {
        var effects: [SignInEffect] = []
        book.perform(request, isForeground: isForeground, into: &effects)
        return effects
    }

    mutating func world(_ event: SignInEvent, at now: Duration = .zero) -> [SignInEffect] {
        var effects: [SignInEffect] = []
        book.handle(event, at: now, into: &effects)
        return effects
    }

    mutating func approve(_ request: SignInRequest, at now: Duration = .zero) throws -> SignInCredential {
        _ = perform(request, isForeground: true)
        let credentials = world(.approved(.relayed), at: now).compactMap { effect in
            switch effect {
            case .completed(let credential): credential
            case .sheetShown, .failed, .revokedNotification: nil
            }
        }
        return try #require(credentials.first)
    }
}
