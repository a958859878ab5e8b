import CallModel
import PhoneCore
import Testing

@Suite struct AnswerTests {
    @Test func `an answer waits for media and is then fulfilled`() {
        var script = PhoneScript.ringing()
        #expect(script.perform(.answer(callA)) == ["configure audio", "a: answer"])
        #expect(script.line(lineA, .answering) == [])
        #expect(script.handle(.system(.audioActivated)) == [])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1", "sound a"])
    }

    @Test func `answered before the INVITE, from a cold start: it waits for that too`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.push(.ours(1)) == ["announce A +18179398981 Alice", "connect acme"])
        script.reported(callA)
        #expect(script.perform(.answer(callA)) == ["configure audio"])
        script.signal(.connecting)
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: answer"])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1"])
        #expect(script.handle(.system(.audioActivated)) == ["sound a"])
    }

    @Test func `a call of another organization is taken over that one's own connection`() {
        var script = PhoneScript.connected()
        #expect(
            script.push(.ours(2, organization: Names.bolt)) == ["announce B +18179398982 Bob", "connect bolt"])
        script.reported(callB)
        script.perform(.hold(callA, true))
        script.perform(.answer(callB))
        script.signal(.ready, Names.bolt)
        #expect(script.line(lineB, .invited(.ours(2, organization: Names.bolt))) == ["b: answer"])
        #expect(script.line(lineB, .activeIn) == ["fulfil #3", "sound b"])
    }

    @Test func `an answer that comes to nothing fails before the system gives it up`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.timers[.answer(callA)] == .seconds(25))
        #expect(script.fire(.answer(callA)) == ["a: hang up", "ended A failed", "fail #1", "keep awake"])
        #expect(script.line(lineA, .ended(.failed)) == ["let sleep"])
    }

    @Test func `where the system grants less time, it is kept to`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA), timeLeft: .seconds(5))
        #expect(script.timers[.answer(callA)] == .seconds(4))
    }

    @Test func `an answer the system gave up is not completed`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(
            script.handle(.system(.timedOut(Names.action(1), .answer(callA)))) == [
                "a: hang up", "ended A failed", "keep awake",
            ])
    }

    @Test func `the caller gives up while the answer waits`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.line(lineA, .ended(.cancelled)) == ["ended A remoteEnded", "fail #1"])
        #expect(script.perform(.answer(callA)) == ["fail #2"])
    }

    @Test func `a call that is over before its report completed is ended before the answer to it fails`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.line(lineA, .ended(.cancelled)) == ["notify missed A"])
        #expect(script.perform(.answer(callA)) == ["ended A remoteEnded", "fail #1"])
        #expect(script.reported(callA) == [])
    }

    @Test func `another device was quicker`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.line(lineA, .ended(.answeredElsewhere)) == ["ended A answeredElsewhere", "fail #1"])
    }

    @Test func `the INVITE never comes though the person took the call`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.signal(.ready)
        script.perform(.answer(callA))
        #expect(script.fire(.invite(callA)) == ["ended A failed", "fail #1", "keep awake"])
    }

    @Test func `an INVITE that comes after the answer was given up is hung up on`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.answer(callA))
        script.fire(.answer(callA))
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: hang up"])
    }

    @Test(arguments: [SignalingFailure.refused, .noCredentials])
    func `credentials that are not taken fail the answer at once`(failure: SignalingFailure) {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.answer(callA))
        #expect(script.signal(.disconnected(failure)) == ["ended A failed", "fail #1", "keep awake"])
    }

    @Test func `an exchange that cannot be reached yet fails nothing before the deadline`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.answer(callA))
        #expect(script.signal(.disconnected(.unreachable)) == [])
    }

    @Test func `two answers have one effect, and both are completed`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.perform(.answer(callA)) == [])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1", "fulfil #2"])
        #expect(script.perform(.answer(callA)) == ["fulfil #3"])
    }

    @Test func `the line could not answer`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.line(lineA, .failed(.answer)) == ["a: hang up", "ended A failed", "fail #1", "keep awake"])
    }

    @Test func `taken on the app's own screen, once`() {
        var script = PhoneScript.ringing()
        #expect(script.user(.answer(callA, other: .hold)) == ["request answer A: answer A"])
        #expect(script.user(.answer(callA, other: .hold)) == [])
        #expect(script.outcome == .accepted(callA))
        script.requested(callA, .answer)
        #expect(script.perform(.answer(callA)) == ["configure audio", "a: answer"])
        #expect(script.user(.answer(callA, other: .end)) == [])
    }

    @Test func `the system would not answer for the app`() {
        var script = PhoneScript.ringing()
        script.user(.answer(callA, other: .hold))
        script.requested(callA, .answer, .unknownCall)
        #expect(script.news == [.failed(callA, .system)])
    }
}
