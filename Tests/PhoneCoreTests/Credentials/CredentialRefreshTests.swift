import PhoneCore
import PushPayload
import Testing

@Suite struct CredentialRefreshTests {
    private static let start = WallTime(milliseconds: 1_717_000_000_000)
    private static let day: Duration = .seconds(24 * 3_600)
    private let answer = CredentialRefresh.Event.fetched(
        FetchedCredentials(until: start.advanced(by: day)), now: start)

    private func signedIn() -> CredentialRefresh {
        var keeper = CredentialRefresh()
        _ = keeper.after([.session(true), .signedIn])
        return keeper
    }

    private func provided() -> CredentialRefresh {
        var keeper = signedIn()
        _ = keeper.after(answer)
        return keeper
    }

    private func wait(_ duration: Duration) -> CredentialRefresh.Decision { .startTimer(.fetch, after: duration) }

    @Test func `who signs in gets credentials, and new ones when half of their time is over`() {
        var keeper = CredentialRefresh()
        #expect(keeper.after(.signedIn) == [])
        #expect(keeper.after([.session(true), .signedIn]) == [.fetch])
        #expect(keeper.after(answer) == [wait(.seconds(12 * 3_600))])
        #expect(keeper.after(.timerFired(.fetch)) == [.fetch])
        #expect(keeper.after(.timerFired(.fetch)) == [])
    }

    @Test func `what could not be fetched is fetched again, sooner when the app comes to the screen`() {
        var keeper = signedIn()
        #expect(keeper.after(.failed) == [wait(.seconds(5))])
        #expect(keeper.after(.failed) == [])
        #expect(keeper.after(.timerFired(.fetch)) == [.fetch])
        #expect(keeper.after(.failed) == [wait(.seconds(10))])
        #expect(keeper.after(.foreground) == [.stopTimer(.fetch), .fetch])
        for _ in 0..<20 { _ = keeper.after([.failed, .timerFired(.fetch)]) }
        #expect(keeper.after(.failed) == [wait(.seconds(600))])
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
        var keeper = CredentialRefresh(record: record)
        #expect(keeper.after([.session(true), .launched(now: early)]) == [wait(.seconds(11 * 3_600))])
        keeper = CredentialRefresh(record: record)
        #expect(keeper.after([.session(true), .launched(now: Self.start.advanced(by: Self.day))]) == [.fetch])
        keeper = CredentialRefresh(record: record)
        #expect(keeper.after([.session(true), .launched(now: nil)]) == [.fetch])
        keeper = CredentialRefresh(record: record)
        let before = WallTime(milliseconds: 0)
        #expect(keeper.after([.session(true), .launched(now: before)]) == [wait(.seconds(12 * 3_600))])
    }

    @Test func `credentials that are refused are replaced at once, new ones that are refused too ever later`() {
        var keeper = provided()
        #expect(keeper.after(.useless) == [.stopTimer(.fetch), .fetch])
        #expect(keeper.after(.useless) == [])
        _ = keeper.after(answer)
        #expect(keeper.after(.useless) == [wait(.seconds(5))])
        #expect(keeper.after(.useless) == [])
        #expect(keeper.after(.timerFired(.fetch)) == [.fetch])
        _ = keeper.after(answer)
        #expect(keeper.after(.useless) == [wait(.seconds(10))])
    }

    @Test func `without a signed-in person nothing is fetched, and a late answer is ignored`() {
        var keeper = CredentialRefresh()
        #expect(keeper.after([.useless, .foreground, .timerFired(.fetch), .launched(now: Self.start)]) == [])
        keeper = provided()
        _ = keeper.after(.useless)
        #expect(keeper.after(.session(false)) == [])
        #expect(keeper.after(answer) == [])
        #expect(keeper.record == CredentialRecord())
        keeper = provided()
        #expect(keeper.after(.session(false)) == [.stopTimer(.fetch)])
    }

    @Test func `a wrong clock makes no storm`() {
        var keeper = signedIn()
        let over = CredentialRefresh.Event.fetched(
            FetchedCredentials(until: WallTime(milliseconds: 0)), now: Self.start)
        #expect(keeper.after(over) == [wait(.seconds(60))])
    }

    @Test func `no order of events asks twice at once, or leaves what is due without asking or waiting`() throws {
        try MachineExploration.check("credential keeper", CredentialModel())
    }
}
