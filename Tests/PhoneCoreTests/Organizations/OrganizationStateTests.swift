import CallModel
import Explorer
import PhoneCore
import Testing

@Suite struct OrganizationStateTests {
    private static let first = OrganizationID("1")
    private static let second = OrganizationID("2")
    private let firstKey = CredentialKey(first, CredentialVersion(rawValue: 1))
    private let secondKey = CredentialKey(second, CredentialVersion(rawValue: 1))
    private let newerSecondKey = CredentialKey(second, CredentialVersion(rawValue: 2))
    private let budget = OrganizationState.Effect.startTimer(.switching(0), after: .milliseconds(4_500))

    /// A state with credentials written for these, the first in use.
    private func book(_ keys: CredentialKey...) -> OrganizationState {
        var book = OrganizationState()
        for key in keys { _ = book.after([.provisioned(key), .written(key, true)]) }
        return book
    }

    @Test func `the first credentials written are put to use`() {
        var book = OrganizationState()
        #expect(book.after(.provisioned(firstKey)) == [.save, .write(firstKey)])
        #expect(book.after(.written(firstKey, true)) == [.replaced(firstKey), .activated(Self.first)])
        #expect(book.key(of: RegistrationID(Self.first)) == firstKey)
    }

    @Test func `a call of another organization finds its credentials without a request`() {
        let book = book(firstKey, secondKey)
        #expect(book.route(to: Self.second) == .ready(Self.second))
        #expect(book.key(of: RegistrationID(Self.second)) == secondKey)
        #expect(book.route(to: nil) == .ready(Self.first))
        #expect(book.route(to: OrganizationID("3")) == .unknown(OrganizationID("3")))
        #expect(OrganizationState().route(to: nil) == .nowhere)
        #expect(book.active == Self.first)
    }

    @Test func `a switch to credentials on the device requests nothing and writes nothing`() {
        var book = book(firstKey, secondKey)
        #expect(book.after(.wanted(Self.second)) == [budget, .connect(secondKey)])
        #expect(
            book.after(.connected(secondKey)) == [
                .stopTimer(.switching(0)), .activated(Self.second), .release(RegistrationID(Self.second)),
                .settled(Self.second, nil),
            ])
        #expect(book.active == Self.second)
        #expect(book.key(of: RegistrationID(Self.first)) == firstKey)
    }

    @Test func `a switch to an organization not known asks, writes, tries, and only then counts`() {
        var book = book(firstKey)
        #expect(book.after(.wanted(Self.second)) == [budget, .ask(Self.second)])
        #expect(book.after(.granted(secondKey)) == [.write(secondKey)])
        #expect(book.key(of: RegistrationID(Self.second)) == nil)
        #expect(book.after(.written(secondKey, true)) == [.connect(secondKey)])
        #expect(book.key(of: RegistrationID(Self.second)) == secondKey)
        #expect(book.active == Self.first)
        #expect(
            book.after(.connected(secondKey)) == [
                .stopTimer(.switching(0)), .replaced(secondKey), .activated(Self.second),
                .release(RegistrationID(Self.second)),
                .settled(Self.second, nil),
            ])
    }

    @Test func `credentials that are refused are asked for anew, once`() {
        var book = book(firstKey, secondKey)
        _ = book.after(.wanted(Self.second))
        #expect(book.after(.connectionFailed(secondKey, .refused)) == [.ask(Self.second)])
        _ = book.after([.granted(newerSecondKey), .written(newerSecondKey, true)])
        #expect(
            book.after(.connectionFailed(newerSecondKey, .refused)) == [
                .stopTimer(.switching(0)), .release(RegistrationID(Self.second)),
                .prune(RegistrationID(Self.second), keeping: secondKey),
                .settled(Self.second, .connection),
            ])
        #expect(book.key(of: RegistrationID(Self.second)) == secondKey)
    }

    @Test func `newer credentials that proved good replace the old, which are erased after the record is stored`() {
        var book = book(firstKey, secondKey)
        _ = book.after([
            .wanted(Self.second), .connectionFailed(secondKey, .refused), .granted(newerSecondKey),
            .written(newerSecondKey, true),
        ])
        #expect(
            book.after(.connected(newerSecondKey)) == [
                .stopTimer(.switching(0)), .save, .prune(RegistrationID(Self.second), keeping: newerSecondKey),
                .replaced(newerSecondKey), .activated(Self.second), .release(RegistrationID(Self.second)),
                .settled(Self.second, nil),
            ])
    }

    enum Mishap: CaseIterable {
        case denied, unreachable, notWritten, notConnected, late
    }

    @Test(arguments: Mishap.allCases)
    func `whatever goes wrong, the organization before is in use as before`(mishap: Mishap) {
        var book = book(firstKey)
        let before = book.record
        let early: [OrganizationState.Event] = [.wanted(Self.second), .granted(secondKey)]
        switch mishap {
        case .denied: _ = book.after([.wanted(Self.second), .denied(Self.second, .notMember)])
        case .unreachable: _ = book.after([.wanted(Self.second), .denied(Self.second, .unreachable)])
        case .notWritten: _ = book.after(early + [.written(secondKey, false)])
        case .notConnected: _ = book.after(early + [.written(secondKey, true), .connectionFailed(secondKey, .refused)])
        case .late: _ = book.after(early + [.timerFired(.switching(0)), .written(secondKey, true)])
        }
        #expect(book.active == before.active)
        #expect(book.record.held == before.held)
        #expect(book.record.change == nil)
        while !book.record.prunings.isEmpty { _ = book.after(.pruned(RegistrationID(Self.second))) }
        #expect(book.record == before)
    }

    @Test func `a second switch is refused while one is under way, the same one joins it`() {
        var book = book(firstKey, secondKey)
        _ = book.after(.wanted(Self.second))
        #expect(book.after(.wanted(Self.second)) == [])
        #expect(book.after(.wanted(OrganizationID("3"))) == [.settled(OrganizationID("3"), .underWay)])
    }

    @Test func `the timer of an earlier switch undoes nothing`() {
        var book = book(firstKey, secondKey)
        _ = book.after([.wanted(Self.second), .connectionFailed(secondKey, .unreachable), .wanted(Self.second)])
        #expect(book.after(.timerFired(.switching(0))) == [])
        #expect(book.after(.timerFired(.switching(1))).contains(.settled(Self.second, .timedOut)))
    }

    @Test func `after a reinstallation the items of the keychain are erased`() {
        var book = OrganizationState()
        #expect(book.after(.launched(isFirstStart: true)) == [.purge])
    }

    @Test func `who leaves an organization leaves nothing of it behind`() {
        var book = book(firstKey, secondKey)
        #expect(
            book.after(.removed(Self.first)) == [
                .forgot(RegistrationID(Self.first)), .activated(Self.second), .save,
                .prune(RegistrationID(Self.first), keeping: nil),
            ])
        #expect(
            book.after(.signedOut) == [
                .forgot(RegistrationID(Self.second)), .activated(nil), .save,
                .prune(RegistrationID(Self.second), keeping: nil),
            ])
        #expect(book.route(to: Self.second) == .unknown(Self.second))
    }

    @Test func `an organization that the exchange no longer lists leaves nothing behind`() {
        var book = OrganizationState()
        _ = book.after([.provisioned(firstKey), .written(firstKey, true)])
        _ = book.after([.provisioned(secondKey), .written(secondKey, true)])
        #expect(book.active == Self.first)
        #expect(book.after(.listed([Self.first, Self.second], carried: nil)) == [])
        #expect(
            book.after(.listed([Self.second], carried: nil)) == [
                .forgot(RegistrationID(Self.first)), .activated(Self.second), .save,
                .prune(RegistrationID(Self.first), keeping: nil),
            ])
    }

    @Test func `there are never more organizations than allowed`() {
        var book = OrganizationState()
        for number in 0..<40 {
            let key = CredentialKey(OrganizationID("\(100 + number)"), CredentialVersion(rawValue: 1))
            _ = book.after([.provisioned(key), .written(key, true)])
        }
        #expect(book.record.held.count == OrganizationLimits.countMax)
        #expect(book.after(.wanted(Self.second)) == [.settled(Self.second, .tooMany)])
    }

    @Test func `killed after any effect of a switch, the phone has whole credentials and nothing else`() throws {
        try MachineExploration.check("organisation switch with kills", SwitchModel(kills: 1))
    }

    @Test func `a shell that stores too late is found to lose credentials`() {
        let result = Explorer(SwitchModel(kills: 1, storesWhenTold: false), stopsWhenBroken: true).run()
        #expect(result["what the file points to is in the keychain"]?.isSatisfied == false)
    }
}
