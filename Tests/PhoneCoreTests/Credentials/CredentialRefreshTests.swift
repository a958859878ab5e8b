import PhoneCore
import PushPayload
import Testing

@Suite struct CredentialRefreshTests {
    private static let start = WallTime(milliseconds: 1_717_000_000_000)
    private static let day: Duration = .seconds(24 * 3_600)
    private let answer = CredentialRefresh.Event.fetched(
        FetchedCredentials(until: start.advanced(by: day)), now: start)

    private func signedIn() -> CredentialRefresh {
        var machine = CredentialRefresh()
        _ = machine.after([.session(true), .signedIn])
        return machine
    }

    private func provided() -> CredentialRefresh {
        var machine = signedIn()
        _ = machine.after(answer)
        return machine
    }

    private func wait(_ duration: Duration) -> CredentialRefresh.Effect { .startTimer(.fetch, after: duration) }

    @Test func `who signs in gets credentials, and new ones when half of their time is over`() {
        var machine = CredentialRefresh()
        #expect(machine.after(.signedIn) == [])
        #expect(machine.after([.session(true), .signedIn]) == [.fetch])
        #expect(machine.after(answer) == [wait(.seconds(12 * 3_600))])
        #expect(machine.after(.timerFired(.fetch)) == [.fetch])
        #expect(machine.after(.timerFired(.fetch)) == [])
    }

    @Test func `a failed fetch is repeated, sooner when the app comes to the screen`() {
        var machine = signedIn()
        #expect(machine.after(.failed) == [wait(.seconds(5))])
        #expect(machine.after(.failed) == [])
        #expect(machine.after(.timerFired(.fetch)) == [.fetch])
        #expect(machine.after(.failed) == [wait(.seconds(10))])
        #expect(machine.after(.foreground) == [.stopTimer(.fetch), .fetch])
        for _ in 0..<20 { _ = machine.after([.failed, .timerFired(.fetch)]) }
        #expect(machine.after(.failed) == [wait(.seconds(600))])
    }

    @Test func `a fetch that a killed process owed is the next one's`() {
        var next = CredentialRefresh()
        #expect(next.after([.stored(signedIn().record), .session(true)]) == [.fetch])
        var late = CredentialRefresh()
        #expect(late.after([.session(true), .stored(signedIn().record)]) == [.fetch])
    }

    @Test func `a process that starts late fetches at once, an early one when it is time`() {
        let record = provided().record
        let early = Self.start.advanced(by: .seconds(3_600))
        var machine = CredentialRefresh(record: record)
        #expect(machine.after([.session(true), .launched(now: early)]) == [wait(.seconds(11 * 3_600))])
        machine = CredentialRefresh(record: record)
        #expect(machine.after([.session(true), .launched(now: Self.start.advanced(by: Self.day))]) == [.fetch])
        machine = CredentialRefresh(record: record)
        #expect(machine.after([.session(true), .launched(now: nil)]) == [.fetch])
        machine = CredentialRefresh(record: record)
        let before = WallTime(milliseconds: 0)
        #expect(machine.after([.session(true), .launched(now: before)]) == [wait(.seconds(12 * 3_600))])
    }

    @Test func `credentials that are refused are replaced at once, new ones that are refused too ever later`() {
        var machine = provided()
        #expect(machine.after(.useless) == [.stopTimer(.fetch), .fetch])
        #expect(machine.after(.useless) == [])
        _ = machine.after(answer)
        #expect(machine.after(.useless) == [wait(.seconds(5))])
        #expect(machine.after(.useless) == [])
        #expect(machine.after(.timerFired(.fetch)) == [.fetch])
        _ = machine.after(answer)
        #expect(machine.after(.useless) == [wait(.seconds(10))])
    }

    @Test func `without a signed-in person nothing is fetched, and a late answer is ignored`() {
        var machine = CredentialRefresh()
        #expect(machine.after([.useless, .foreground, .timerFired(.fetch), .launched(now: Self.start)]) == [])
        machine = provided()
        _ = machine.after(.useless)
        #expect(machine.after(.session(false)) == [])
        #expect(machine.after(answer) == [])
        #expect(machine.record == CredentialRecord())
        machine = provided()
        #expect(machine.after(.session(false)) == [.stopTimer(.fetch)])
    }

    @Test func `a wrong clock makes no storm`() {
        var machine = signedIn()
        let over = CredentialRefresh.Event.fetched(
            FetchedCredentials(until: WallTime(milliseconds: 0)), now: Self.start)
        #expect(machine.after(over) == [wait(.seconds(60))])
    }

    @Test func `in no order of events two fetches overlap, or a due fetch is neither made nor awaited`() throws {
        try MachineExploration.check("credential keeper", CredentialModel())
    }
}
