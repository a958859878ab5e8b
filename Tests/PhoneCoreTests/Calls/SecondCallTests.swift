import CallModel
import PhoneCore
import Testing

@Suite struct SecondCallTests {
    @Test(arguments: [true, false])
    func `End and Accept, in either order`(endsFirst: Bool) {
        var script = PhoneScript.connectedAndRinging()
        if endsFirst {
            #expect(script.perform(.end(callA)) == ["a: hang up", "fulfil #2", "silence"])
            #expect(script.perform(.answer(callB)) == ["configure audio", "b: answer"])
        } else {
            #expect(script.perform(.answer(callB)) == ["configure audio", "b: answer"])
            #expect(script.perform(.end(callA)) == ["a: hang up", "fulfil #3", "silence"])
        }
        #expect(script.line(lineB, .activeIn).suffix(1) == ["sound b"])
    }

    @Test(arguments: [true, false])
    func `Hold and Accept, in either order`(holdsFirst: Bool) {
        var script = PhoneScript.connectedAndRinging()
        if holdsFirst {
            #expect(script.perform(.hold(callA, true)) == ["a: hold", "fulfil #2", "silence"])
            #expect(script.perform(.answer(callB)) == ["configure audio", "b: answer"])
        } else {
            #expect(script.perform(.answer(callB)) == ["configure audio", "b: answer"])
            #expect(script.perform(.hold(callA, true)) == ["a: hold", "fulfil #3", "silence"])
        }
        #expect(script.line(lineB, .activeIn).suffix(1) == ["sound b"])
    }

    @Test func `a second call that comes to stand holds the first, whatever the system forgot`() {
        var script = PhoneScript.connectedAndRinging()
        script.perform(.answer(callB))
        #expect(
            script.line(lineB, .activeIn) == ["fulfil #2", "a: hold", "request hold A: hold A", "silence", "sound b"])
        #expect(script.perform(.hold(callA, true)) == ["fulfil #3"])
    }

    @Test func `Decline leaves the first alone`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(script.perform(.end(callB)) == ["b: decline", "fulfil #2"])
    }

    @Test func `swapping moves the sound`() {
        var script = PhoneScript.connectedAndRinging()
        script.perform(.hold(callA, true))
        script.perform(.answer(callB))
        script.line(lineB, .activeIn)
        #expect(script.perform(.hold(callB, true)) == ["b: hold", "fulfil #4", "silence"])
        #expect(script.perform(.hold(callA, false)) == ["a: resume", "fulfil #5", "sound a"])
    }

    @Test func `the app's own screen asks for both in one transaction`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(script.user(.answer(callB, other: .end)) == ["request answer B: end A, answer B"])
        script = PhoneScript.connectedAndRinging()
        #expect(script.user(.answer(callB, other: .hold)) == ["request answer B: hold A, answer B"])
    }

    @Test func `with one call at most, a second is busy, also without a push`() {
        var limits = PhoneLimits()
        limits.callsMax = 1
        var script = PhoneScript.connected(limits)
        #expect(script.push(.ours(2)) == ["throwaway B", "notify missed B, busy"])
        #expect(script.reported(callB, .throwaway) == ["ended B unanswered"])
        #expect(script.line(lineB, .invited(.ours(2))) == ["b: busy"])
        #expect(script.line(Names.line(3), .invited(.ours(3))) == ["c: busy"])
    }

    @Test func `hold and mute stand apart, and both are kept`() {
        var script = PhoneScript.connected()
        #expect(script.perform(.mute(callA, true)) == ["a: mute", "fulfil #2"])
        #expect(script.perform(.hold(callA, true)) == ["a: hold", "fulfil #3", "silence"])
        #expect(script.perform(.hold(callA, false)) == ["a: resume", "fulfil #4", "sound a"])
        #expect(script.perform(.mute(callA, false)) == ["a: unmute", "fulfil #5"])
    }

    @Test func `said twice, hold and mute do nothing`() {
        var script = PhoneScript.connected()
        script.perform(.hold(callA, true))
        #expect(script.perform(.hold(callA, true)) == ["fulfil #3"])
        #expect(script.perform(.mute(callA, false)) == ["fulfil #4"])
    }

    @Test func `a hold the peer refuses is taken back, also from the system's screen`() {
        var script = PhoneScript.connected()
        script.perform(.hold(callA, true))
        #expect(script.line(lineA, .failed(.hold)) == ["request hold A: resume A", "sound a"])
    }

    @Test func `a call that is not taken cannot be held`() {
        var script = PhoneScript.ringing()
        #expect(script.perform(.hold(callA, true)) == ["fail #1"])
        script.user(.hold(callA, true))
        #expect(script.outcome == .refused(.notNow))
    }

    @Test func `a call muted before its line exists is muted when it does`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.mute(callA, true)) == ["fulfil #1"])
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: mute"])
    }
}
