import DeviceModel
import Testing

/// Transactions an app requests, and calls it makes.
struct RequestTests {
    private func refusal(_ phone: inout TestPhone, _ actions: [RequestedAction]) -> RequestRefusal? {
        let turn = phone.app(.request(TransactionRequestID(8), actions))
        for case .requestCompleted(TransactionRequestID(8), let refusal) in turn.calls { return refusal }
        Issue.record("the request did not complete")
        return nil
    }

    @Test(.proves(.c46)) func `a request completes when it is accepted, before it is done`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let turn = phone.app(.request(TransactionRequestID(1), [RequestedAction(.setMuted(true), .first)]))
        #expect(turn.calls.first == .requestCompleted(TransactionRequestID(1), nil))
        #expect(turn.actions.map(\.request) == [TransactionRequestID(1)])
        #expect(phone.device.calls[.first]?.isMuted == false)
    }

    @Test(.proves(.c46)) func `a transaction with one bad action is refused whole`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let turn = phone.app(
            .request(
                TransactionRequestID(1), [RequestedAction(.setMuted(true), .first), RequestedAction(.end, .second)]))
        #expect(turn.calls == [.requestCompleted(TransactionRequestID(1), .unknownCall)])
        #expect(phone.device.calls.actions.isEmpty)
    }

    @Test(.proves(.c47)) func `each refusal has its code`() {
        var phone = TestPhone()
        phone.world(.life(.openApp))
        #expect(refusal(&phone, [RequestedAction(.start(HandleID(1)), .first)])?.rawValue == 2)
        phone.finishLaunch()
        #expect(refusal(&phone, [])?.rawValue == 3)
        #expect(refusal(&phone, [RequestedAction(.end, .first)])?.rawValue == 4)
        phone.talk(.first)
        #expect(refusal(&phone, [RequestedAction(.start(HandleID(1)), .first)])?.rawValue == 5)
        #expect(refusal(&phone, [RequestedAction(.answer, .first)])?.rawValue == 6)
        phone.ring(.second, push: 2)
        #expect(refusal(&phone, [RequestedAction(.start(HandleID(1)), .third)])?.rawValue == 7)
        phone.app(.reportEnded(.second, .remoteEnded))
        phone.world(.callServices(.filter(.protection)))
        #expect(refusal(&phone, [RequestedAction(.start(HandleID(1)), .third)])?.rawValue == 8)
        var app = AppManifest()
        app.isEntitled = false
        var bare = TestPhone(app: app)
        bare.openApp()
        #expect(refusal(&bare, [RequestedAction(.start(HandleID(1)), .first)])?.rawValue == 1)
    }

    @Test(.proves(.c47)) func `a call that the daemon dropped is unknown to the app's requests, without a callback`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let turn = phone.world(.callServices(.givesUp(.first)))
        #expect(turn.actions.isEmpty)
        #expect(turn.calls == [.didDeactivate(ProviderID(0))])
        #expect(refusal(&phone, [RequestedAction(.end, .first)]) == .unknownCall)
    }

    @Test(.proves(.c47)) func `a call of the telephone is unknown to the app's requests`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.cellular(.rings(.telephone)))
        #expect(refusal(&phone, [RequestedAction(.end, .telephone)]) == .unknownCall)
    }

    @Test(.proves(.c47)) func `a call that CallKit has ended is unknown`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.fulfill(phone.person(.end(.first)))
        #expect(refusal(&phone, [RequestedAction(.end, .first)]) == .unknownCall)
    }

    @Test(.proves(.c49)) func `an outgoing call is started, connecting, connected`() {
        var phone = TestPhone()
        phone.openApp()
        let start = phone.app(.request(TransactionRequestID(0), [RequestedAction(.start(HandleID(4)), .first)]))
        #expect(start.seen == [.call(.connecting(.first))])
        #expect(phone.fulfill(start).calls == [.didActivate(ProviderID(0))])
        #expect(phone.app(.reportOutgoingStartedConnecting(.first)).seen == [.call(.connecting(.first))])
        #expect(phone.app(.reportOutgoingConnected(.first)).seen == [.call(.connected(.first))])
        #expect(phone.app(.reportEnded(.first, .remoteEnded)).recents == [.outgoing])
    }

    @Test(.proves(.c49)) func `without the word that it connected it was a canceled call`() {
        var phone = TestPhone()
        phone.openApp()
        phone.dial(.first)
        phone.wait(.seconds(120))
        #expect(phone.fulfill(phone.person(.end(.first))).recents == [.cancelled])
    }

    @Test(.proves(.c49)) func `a start that fails shows that the call failed`() {
        var phone = TestPhone()
        phone.openApp()
        let start = phone.app(.request(TransactionRequestID(0), [RequestedAction(.start(HandleID(4)), .first)]))
        #expect(phone.fail(start).seen.contains(.call(.ended(.first, showsFailure: true))))
    }

    @Test func `an answer in the app stops the ringing like one on the screen`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.app(.request(TransactionRequestID(0), [RequestedAction(.answer, .first)]))
        #expect(answer.seen == [.call(.connecting(.first))])
        #expect(refusal(&phone, [RequestedAction(.answer, .first)]) == .invalidAction)
        phone.fulfill(answer)
        #expect(phone.wait(.seconds(90)).actions.isEmpty)
    }
}
