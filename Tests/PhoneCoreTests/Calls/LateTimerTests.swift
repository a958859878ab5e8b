import PhoneCore
import Testing

/// A shell may deliver a timer that was on its way when the phone stopped it.
@Suite struct LateTimerTests {
    @Test(arguments: [PhoneTimer.ring(callA), .invite(callA), .answer(callA), .dial(callA), .report(callA)])
    func `S9: a timer that comes after it was stopped does nothing to a call that stands`(timer: PhoneTimer) {
        var script = PhoneScript.connected()
        let before = script.phone
        #expect(script.timers[timer] == nil)
        script.handle(.timer(timer))
        #expect(script.effects.isEmpty)
        #expect(script.phone == before)
    }
}
