import CallModel
import PhoneCore
import Redaction
import Testing

/// What the exchange is owed of a call that is over keeps the process awake.
@Suite struct TerminationTests {
    @Test func `a decline before there is a connection keeps the process awake until it is told`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.end(callA)).contains("keep awake"))
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
        #expect(script.line(lineA, .ended(Ending(.declined))).contains("let sleep"))
    }

    @Test func `a hang-up keeps the process awake until the line is over`() {
        var script = PhoneScript.connected()
        #expect(script.perform(.end(callA)).contains("keep awake"))
        #expect(script.line(lineA, .ended(Ending(.completed))).contains("let sleep"))
    }

    @Test func `while another call lives nothing more is needed; with its end it is`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(!script.perform(.end(callB)).contains("keep awake"))
        #expect(script.perform(.end(callA)).contains("keep awake"))
        #expect(!script.line(lineA, .ended(Ending(.completed))).contains("let sleep"))
        #expect(script.line(lineB, .ended(Ending(.declined))).contains("let sleep"))
    }

    @Test func `a termination that is no longer useful lets the process sleep`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.end(callA))
        #expect(script.fire(.termination(callA)).contains("let sleep"))
    }

    @Test func `a call that ended by itself does not keep the process awake`() {
        var script = PhoneScript.connected()
        #expect(!script.line(lineA, .ended(Ending(.completed))).contains("keep awake"))
    }

    @Test func `the next process stays awake for the termination that the previous one owed`() {
        let next = PhoneScript.connected().relaunched()
        #expect(next.effects.contains(.keepAwake(true)))
    }

    @Test
    func
        `a call that stood when the process ended is ended over the connection of the next, which is kept a while for it`()
    {
        var next = PhoneScript.connected().relaunched(onScreen: false)
        #expect(next.effects.contains(.signaling(.connect(RegistrationID(Names.acme)))))
        #expect(next.timers[.termination(callA)] == PhoneLimits().terminationDuration)
        next.signal(.ready)
        #expect(next.timers[.termination(callA)] == PhoneLimits().takeUpDuration)
        next.signal(.reconnecting)
        #expect(next.timers[.termination(callA)] == PhoneLimits().terminationDuration)
        next.signal(.ready)
        #expect(next.timers[.termination(callA)] == PhoneLimits().takeUpDuration)
        #expect(next.fire(.termination(callA)).contains("let sleep"))
    }

    @Test func `an INVITE that comes for it all the same is hung up on, early or late`() {
        var next = PhoneScript.connected().relaunched()
        next.signal(.ready)
        var late = next
        #expect(next.line(lineA, .invited(.ours(1))) == ["a: hang up"])
        late.fire(.termination(callA))
        #expect(late.line(lineA, .invited(.ours(1))) == ["a: hang up"])
    }

    @Test func `a call that was placed is ended so too, of which no INVITE will ever come`() {
        var script = PhoneScript()
        script.signal(.ready)
        let out = Names.spare(5)
        script.user(.dial(DialRequest("+15550001111", organization: Names.acme, spare: out)))
        script.requested(out, .start)
        script.perform(.start(out, .phoneNumber("+15550001111")))
        script.line(LineID(outbound: out), .ringingOut)
        var next = script.relaunched(onScreen: false)
        #expect(next.effects.contains(.keepAwake(true)))
        next.signal(.ready)
        #expect(next.fire(.termination(out)).contains("let sleep"))
    }

    @Test func `a process that ends before it is connected leaves that to the next`() {
        var last = PhoneScript.connected().relaunched(onScreen: false).relaunched(onScreen: false)
        #expect(last.effects.contains(.keepAwake(true)))
        last.signal(.ready)
        #expect(last.timers[.termination(callA)] == PhoneLimits().takeUpDuration)
    }

    @Test
    func `a call that the person ended before its INVITE came is hung up on when that comes, also in the next process`()
    {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.answer(callA))
        script.perform(.end(callA))
        var next = script.relaunched(onScreen: false)
        next.signal(.ready)
        #expect(next.timers[.termination(callA)] == PhoneLimits().terminationDuration)
        #expect(next.line(lineA, .invited(.ours(1))) == ["a: hang up"])
    }

    @Test func `a connection that stands does not do for a decline, which waits for its INVITE`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.end(callA))
        var next = script.relaunched(onScreen: false)
        #expect(!next.signal(.ready).contains("let sleep"))
        #expect(next.line(lineA, .invited(.ours(1))) == ["a: decline"])
    }

    @Test(arguments: DeclineScope.allCases)
    func `a call that was declined before the system completed its report is declined by its INVITE, not busy`(
        scope: DeclineScope
    ) {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.user(.decline(callA, scope))
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
        #expect(script.reported(callA).contains("ended A declinedElsewhere"))
    }

    @Test func `a hang-up that did not reach the exchange keeps the connection until the client has ended the call`() {
        var script = PhoneScript.connected()
        script.handle(.scene(.background))
        script.signal(.reconnecting)
        #expect(script.perform(.end(callA)).contains("keep awake"))
        script.line(lineA, .terminationLost)
        let leaves = PhoneEffect.signaling(.disconnect(RegistrationID(Names.acme)))
        #expect(!script.line(lineA, .ended(Ending(.completed), isReported: false)).contains("let sleep"))
        #expect(!script.effects.contains(leaves))
        #expect(script.timers[.termination(callA)] == PhoneLimits().terminationDuration)
        script.signal(.ready)
        #expect(script.timers[.termination(callA)] == PhoneLimits().takeUpDuration)
        #expect(script.fire(.termination(callA)).contains("let sleep"))
        #expect(script.effects.contains(leaves))
    }

    @Test func `a decline that did not reach the exchange is said again when the call comes again`() {
        var script = PhoneScript.ringing()
        script.signal(.reconnecting)
        script.perform(.end(callA))
        script.line(lineA, .terminationLost)
        script.line(lineA, .ended(Ending(.declined), isReported: false))
        script.signal(.ready)
        #expect(script.line(lineB, .invited(.ours(1))) == ["b: decline"])
        #expect(script.line(lineB, .ended(.declined)).contains("let sleep"))
    }
}
