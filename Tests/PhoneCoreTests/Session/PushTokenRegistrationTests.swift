import PhoneCore
import Redaction
import Testing

@Suite struct PushTokenRegistrationTests {
    private let token = DevicePushToken("aa")
    private let newer = DevicePushToken("bb")

    private func message(_ token: DevicePushToken?, _ environment: PushEnvironment = .production)
        -> PushTokenRegistration.Message
    {
        PushTokenRegistration.Message(environment, token)
    }

    private func uploaded() -> PushTokenRegistration {
        var ledger = PushTokenRegistration()
        _ = ledger.after([.launched(.production), .session(true), .token(token), .confirmed(message(token))])
        return ledger
    }

    @Test func `a token is uploaded once a person is signed in, and once only`() {
        var ledger = PushTokenRegistration()
        #expect(ledger.after([.launched(.production), .token(token)]) == [])
        #expect(ledger.after(.session(true)) == [.send(message(token))])
        #expect(ledger.after(.confirmed(message(token))) == [])
        #expect(ledger.after([.token(token), .session(true)]) == [])
        #expect(ledger.isSettled)
    }

    @Test func `at a start the same token is not uploaded again, another one is`() {
        var ledger = PushTokenRegistration(record: uploaded().record)
        #expect(ledger.after([.launched(.production), .session(true), .token(token)]) == [])
        #expect(ledger.after(.token(newer)) == [.send(message(newer))])
    }

    @Test func `a token that holds no longer is removed`() {
        var ledger = uploaded()
        #expect(ledger.after(.token(nil)) == [.send(message(nil))])
        #expect(ledger.after(.confirmed(message(nil))) == [])
    }

    @Test func `without an answer it is said again, more and more slowly`() {
        var ledger = PushTokenRegistration()
        _ = ledger.after([.launched(.production), .session(true), .token(token)])
        #expect(ledger.after(.failed(message(token))) == [.startTimer(.retry, after: .seconds(2))])
        #expect(ledger.after(.timerFired(.retry)) == [.stopTimer(.retry), .send(message(token))])
        #expect(ledger.after(.failed(message(token))) == [.startTimer(.retry, after: .seconds(4))])
        #expect(ledger.after(.token(newer)) == [.stopTimer(.retry), .send(message(newer))])
    }

    @Test func `a newer token waits for the answer to the older and follows it`() {
        var ledger = PushTokenRegistration()
        _ = ledger.after([.launched(.production), .session(true), .token(token)])
        #expect(ledger.after(.token(newer)) == [])
        #expect(ledger.after(.confirmed(message(token))) == [.send(message(newer))])
    }

    @Test func `a build for people empties the slot of the build for development`() {
        var ledger = PushTokenRegistration(record: uploaded().record)
        #expect(ledger.after([.launched(.sandbox), .session(true)]) == [.send(message(nil, .production))])
        #expect(ledger.after(.token(newer)) == [])
        #expect(ledger.after(.confirmed(message(nil, .production))) == [.send(message(newer, .sandbox))])
        #expect(ledger.after(.confirmed(message(newer, .sandbox))) == [])
        #expect(ledger.isSettled)
    }

    @Test func `a record found after the first unlock does not hide the token of today`() {
        var ledger = PushTokenRegistration()
        _ = ledger.after([.launched(.production), .token(newer)])
        #expect(ledger.after([.stored(uploaded().record), .session(true)]) == [.send(message(newer))])
        var silent = PushTokenRegistration()
        #expect(silent.after([.launched(.production), .stored(uploaded().record), .session(true)]) == [])
    }

    @Test func `an exchange that forgot is told again`() {
        var ledger = uploaded()
        #expect(ledger.after(.forgotten) == [.send(message(token))])
    }

    @Test func `a sign-out empties the slot, and the next person fills it again`() {
        var ledger = uploaded()
        #expect(ledger.after(.signingOut) == [.send(message(nil))])
        #expect(ledger.after(.confirmed(message(nil))) == [.emptied])
        #expect(ledger.after(.session(false)) == [])
        #expect(ledger.after(.token(newer)) == [])
        #expect(ledger.after(.session(true)) == [.send(message(newer))])
    }

    @Test func `who has nothing at the exchange signs out at once`() {
        var ledger = PushTokenRegistration()
        #expect(ledger.after([.launched(.production), .signingOut]) == [.emptied])
    }

    @Test func `killed anywhere and with any message lost, the exchange has the right token in the end`() throws {
        try MachineExploration.check("push token with kills", TokenModel(kills: 2))
    }
}
