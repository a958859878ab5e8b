import PhoneCore
import Testing

@Suite struct PushKeyRegistrationTests {
    private let first = PushKeyID(rawValue: 1)
    private let second = PushKeyID(rawValue: 2)

    private func registered() -> PushKeyRegistration {
        var registration = PushKeyRegistration()
        _ = registration.after([.found(nil), .session(true), .made(first), .confirmed(first)])
        return registration
    }

    @Test func `a key is made and given to the exchange once a person is signed in, and once only`() {
        var registration = PushKeyRegistration()
        #expect(registration.after([.found(nil)]) == [])
        #expect(registration.after(.session(true)) == [.make])
        #expect(registration.after(.made(first)) == [.upload(first)])
        #expect(registration.after([.confirmed(first), .found(first), .session(true)]) == [])
        #expect(registration.isSettled)
    }

    @Test func `before it is known which key there is, nothing is done`() {
        var registration = PushKeyRegistration()
        #expect(registration.after([.session(true), .signedIn, .unopened]) == [])
        #expect(registration.after(.found(first)) == [.make])
    }

    @Test func `a later process repeats only unconfirmed messages`() {
        var later = PushKeyRegistration(record: registered().record)
        #expect(later.after([.session(true), .found(first)]) == [])
        var other = PushKeyRegistration()
        #expect(other.after([.session(true), .found(first)]) == [.upload(first)])
    }

    @Test func `each sign-in makes a new key, also when the process ends before it is made`() {
        var registration = registered()
        #expect(registration.after(.signedIn) == [.make])
        var later = PushKeyRegistration(record: registration.record)
        #expect(later.after([.session(true), .found(first)]) == [.make])
        #expect(later.after(.made(second)) == [.upload(second)])
    }

    @Test func `a key that was made and not given to the exchange before the process ended is given by the next`() {
        var registration = registered()
        #expect(registration.after(.unopened) == [.make])
        var later = PushKeyRegistration(record: registration.record)
        #expect(later.after([.session(true), .found(second)]) == [.upload(second)])
        #expect(later.after([.confirmed(second), .found(second)]) == [])
        #expect(later.isSettled)
    }

    @Test func `an answer to the previous session no longer counts`() {
        var registration = PushKeyRegistration()
        _ = registration.after([.found(first), .session(true)])
        #expect(registration.after(.signedIn) == [.make])
        #expect(registration.after([.confirmed(first), .failed(first)]) == [])
        #expect(registration.after([.made(second), .confirmed(second)]) == [.upload(second)])
        #expect(registration.record.confirmed == second)
    }

    @Test func `without an answer it is said again, more and more slowly`() {
        var registration = PushKeyRegistration()
        _ = registration.after([.found(first), .session(true)])
        #expect(registration.after(.failed(first)) == [.startTimer(.retry, after: .seconds(2))])
        #expect(registration.after(.timerFired(.retry)) == [.stopTimer(.retry), .upload(first)])
        #expect(registration.after(.failed(first)) == [.startTimer(.retry, after: .seconds(4))])
        #expect(registration.after(.signedIn) == [.stopTimer(.retry), .make])
        #expect(registration.after(.notMade) == [.startTimer(.retry, after: .seconds(2))])
        #expect(registration.after(.timerFired(.retry)) == [.stopTimer(.retry), .make])
    }

    @Test func `a key that is lost is made anew`() {
        var registration = PushKeyRegistration(record: registered().record)
        #expect(registration.after([.session(true), .found(nil)]) == [.make])
        var uploading = PushKeyRegistration()
        _ = uploading.after([.session(true), .found(first)])
        #expect(uploading.after(.found(nil)) == [.make])
    }

    @Test func `a push that no key opens has the key replaced, once in a process`() {
        var registration = registered()
        #expect(registration.after(.unopened) == [.make])
        #expect(registration.after(.unopened) == [])
        #expect(registration.after([.made(second), .confirmed(second)]) == [.upload(second)])
        #expect(registration.after(.unopened) == [])
    }

    @Test func `a sign-out erases the keys, and the next person gets others`() {
        var signedOut = registered()
        #expect(signedOut.after([.session(false), .signedOut]) == [.erase])
        #expect(signedOut.record == PushKeyRecord())
        #expect(signedOut.after([.signedOut, .unopened]) == [])
        #expect(signedOut.after([.signedIn, .session(true)]) == [.make])
    }

    @Test func `whatever is lost and whenever the process is killed, the exchange comes to have a key of the device`()
        throws
    {
        try MachineExploration.check("push key with kills", PushKeyModel(kills: 2))
    }
}
