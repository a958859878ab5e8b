import PhoneCore
import PushPayload
import Testing

@Suite struct SessionLifecycleTests {
    private let start = WallTime(milliseconds: 1_717_000_000_000)
    private var end: WallTime { start.advanced(by: .seconds(10_000)) }

    private func signedIn() -> SessionLifecycle {
        var keeper = SessionLifecycle()
        _ = keeper.after([.signedIn(until: end, now: start), .foreground(true)])
        return keeper
    }

    @Test func `a session is renewed well before its end`() {
        var keeper = SessionLifecycle()
        #expect(
            keeper.after(.signedIn(until: end, now: start)) == [.startTimer(.renewal, after: .seconds(8_000))])
        #expect(keeper.after(.timerFired(.renewal)) == [.stopTimer(.renewal), .renew])
        #expect(keeper.after(.timerFired(.renewal)) == [])
        let later = end.advanced(by: .seconds(10_000))
        #expect(
            keeper.after(.renewed(until: later, now: end)) == [.startTimer(.renewal, after: .seconds(8_000))])
        #expect(keeper.isUsable)
    }

    @Test func `a date that has passed destroys nothing: the exchange is asked`() {
        var keeper = SessionLifecycle(record: signedIn().record)
        let late = end.advanced(by: .seconds(86_400 * 365))
        #expect(keeper.after(.launched(now: late)) == [.stopTimer(.renewal), .renew])
        #expect(keeper.after(.renewalFailed) == [.startTimer(.renewal, after: .seconds(5))])
        #expect(keeper.isUsable)
        #expect(keeper.after(.foreground(true)) == [.stopTimer(.renewal), .renew])
        #expect(keeper.after(.renewalFailed) == [.startTimer(.renewal, after: .seconds(10))])
    }

    @Test func `a refused renewal signs out at once when that does no harm`() {
        var keeper = signedIn()
        #expect(keeper.after(.rejected) == [.stopTimer(.renewal), .renew])
        #expect(
            keeper.after(.renewalRefused) == [.stopTimer(.renewal), .over(.refused), .clear(.refused)])
        #expect(keeper.after(.cleared) == [])
        #expect(keeper.record.standing == .none)
    }

    @Test func `during a call nothing is cleared, after it everything`() {
        var keeper = signedIn()
        _ = keeper.after(.calls(true))
        #expect(keeper.after(.appleRevoked) == [.stopTimer(.renewal), .over(.appleRevoked)])
        #expect(keeper.after(.calls(false)) == [.clear(.appleRevoked)])
    }

    @Test func `in the background nothing is cleared, and a start goes on with it`() {
        var keeper = signedIn()
        _ = keeper.after([.foreground(false), .rejected])
        #expect(keeper.after(.renewalRefused) == [.stopTimer(.renewal), .over(.refused)])
        var next = SessionLifecycle(record: keeper.record)
        #expect(next.after(.launched(now: start)) == [])
        #expect(next.after(.foreground(true)) == [.clear(.refused)])
    }

    @Test func `a record found after the first unlock clears nothing under a call that lives`() {
        var ended = signedIn()
        _ = ended.after([.foreground(false), .appleRevoked])
        var keeper = SessionLifecycle()
        #expect(keeper.after([.foreground(true), .calls(true), .stored(ended.record)]) == [])
        #expect(keeper.after(.calls(false)) == [.clear(.appleRevoked)])
    }

    @Test func `a wrong clock makes no storm of renewals`() {
        var keeper = SessionLifecycle()
        #expect(
            keeper.after(.signedIn(until: start, now: end)) == [.startTimer(.renewal, after: .seconds(60))])
        #expect(
            keeper.after(.signedIn(until: WallTime(milliseconds: .max), now: start))
                == [.startTimer(.renewal, after: .seconds(86_400))])
    }

    @Test func `no order of events clears during a call or in the background`() throws {
        try MachineExploration.check("session keeper", SessionModel())
    }
}
