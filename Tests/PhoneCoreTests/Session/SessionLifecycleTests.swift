import PhoneCore
import PushPayload
import Testing

@Suite struct SessionLifecycleTests {
    private let start = WallTime(milliseconds: 1_717_000_000_000)
    private var end: WallTime { start.advanced(by: .seconds(10_000)) }

    private func signedIn() -> SessionLifecycle {
        var machine = SessionLifecycle()
        _ = machine.after([.signedIn(until: end, now: start), .foreground(true)])
        return machine
    }

    @Test func `a session is renewed well before its end`() {
        var machine = SessionLifecycle()
        #expect(
            machine.after(.signedIn(until: end, now: start)) == [.startTimer(.renewal, after: .seconds(8_000))])
        #expect(machine.after(.timerFired(.renewal)) == [.stopTimer(.renewal), .renew])
        #expect(machine.after(.timerFired(.renewal)) == [])
        let later = end.advanced(by: .seconds(10_000))
        #expect(
            machine.after(.renewed(until: later, now: end)) == [.startTimer(.renewal, after: .seconds(8_000))])
        #expect(machine.isUsable)
    }

    @Test func `a date that has passed destroys nothing: the exchange is asked`() {
        var machine = SessionLifecycle(record: signedIn().record)
        let late = end.advanced(by: .seconds(86_400 * 365))
        #expect(machine.after(.launched(now: late)) == [.stopTimer(.renewal), .renew])
        #expect(machine.after(.renewalFailed) == [.startTimer(.renewal, after: .seconds(5))])
        #expect(machine.isUsable)
        #expect(machine.after(.foreground(true)) == [.stopTimer(.renewal), .renew])
        #expect(machine.after(.renewalFailed) == [.startTimer(.renewal, after: .seconds(10))])
    }

    @Test func `a refused renewal signs out at once when that does no harm`() {
        var machine = signedIn()
        #expect(machine.after(.rejected) == [.stopTimer(.renewal), .renew])
        #expect(
            machine.after(.renewalRefused) == [.stopTimer(.renewal), .over(.refused), .clear(.refused)])
        #expect(machine.after(.cleared) == [])
        #expect(machine.record.standing == .none)
    }

    @Test func `during a call nothing is cleared, after it everything`() {
        var machine = signedIn()
        _ = machine.after(.calls(true))
        #expect(machine.after(.appleRevoked) == [.stopTimer(.renewal), .over(.appleRevoked)])
        #expect(machine.after(.calls(false)) == [.clear(.appleRevoked)])
    }

    @Test func `in the background nothing is cleared, and a start goes on with it`() {
        var machine = signedIn()
        _ = machine.after([.foreground(false), .rejected])
        #expect(machine.after(.renewalRefused) == [.stopTimer(.renewal), .over(.refused)])
        var next = SessionLifecycle(record: machine.record)
        #expect(next.after(.launched(now: start)) == [])
        #expect(next.after(.foreground(true)) == [.clear(.refused)])
    }

    @Test func `a record found after the first unlock clears nothing under a call that lives`() {
        var ended = signedIn()
        _ = ended.after([.foreground(false), .appleRevoked])
        var machine = SessionLifecycle()
        #expect(machine.after([.foreground(true), .calls(true), .stored(ended.record)]) == [])
        #expect(machine.after(.calls(false)) == [.clear(.appleRevoked)])
    }

    @Test func `a wrong clock makes no storm of renewals`() {
        var machine = SessionLifecycle()
        #expect(
            machine.after(.signedIn(until: start, now: end)) == [.startTimer(.renewal, after: .seconds(60))])
        #expect(
            machine.after(.signedIn(until: WallTime(milliseconds: .max), now: start))
                == [.startTimer(.renewal, after: .seconds(86_400))])
    }

    @Test func `no order of events clears during a call or in the background`() throws {
        try MachineExploration.check("session keeper", SessionModel())
    }
}
