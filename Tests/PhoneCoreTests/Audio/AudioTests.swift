import CallModel
import PhoneCore
import Redaction
import Testing

@Suite struct AudioTests {
    @Test func `activated before media is ready`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.handle(.system(.audioActivated)) == [])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1", "sound a"])
    }

    @Test func `activated after media is ready`() {
        var script = PhoneScript.ringing()
        script.perform(.answer(callA))
        #expect(script.line(lineA, .activeIn) == ["fulfil #1"])
        #expect(script.handle(.system(.audioActivated)) == ["sound a"])
    }

    @Test func `sound ends with the session and comes back with it`() {
        var script = PhoneScript.connected()
        #expect(script.handle(.system(.audioDeactivated)) == ["silence"])
        #expect(script.handle(.system(.audioActivated)) == ["sound a"])
    }

    @Test func `resumed, and the system activates`() {
        var script = PhoneScript.connected()
        script.perform(.hold(callA, true))
        script.handle(.system(.audioDeactivated))
        #expect(script.perform(.hold(callA, false)) == ["a: resume", "fulfil #3"])
        #expect(script.handle(.system(.audioActivated)) == ["sound a"])
        #expect(script.timers[.activation] == nil)
    }

    @Test func `resumed after the other call was ended by its peer: the system does not activate, sound starts`() {
        var script = PhoneScript.connected()
        script.handle(.audio(.interruptionBegan))
        script.perform(.hold(callA, true))
        script.handle(.system(.audioDeactivated))
        script.perform(.hold(callA, false))
        #expect(script.fire(.activation) == ["sound a"])
        #expect(script.perform(.hold(callA, true)) == ["a: hold", "fulfil #4", "silence"])
        #expect(script.perform(.hold(callA, false)) == ["a: resume", "fulfil #5"])
    }

    @Test func `held again before the system had its time: nothing is assumed`() {
        var script = PhoneScript.connected()
        script.perform(.hold(callA, true))
        script.handle(.system(.audioDeactivated))
        script.perform(.hold(callA, false))
        script.perform(.hold(callA, true))
        #expect(script.timers[.activation] == nil)
        #expect(script.handle(.timer(.activation)) == [])
    }

    @Test func `an interruption silences and gives back`() {
        var script = PhoneScript.connected()
        #expect(script.handle(.audio(.interruptionBegan)) == ["silence"])
        #expect(script.handle(.audio(.interruptionEnded)) == ["sound a"])
    }

    @Test func `the speaker is wanted until the person wants something else`() {
        var script = PhoneScript.connected()
        #expect(script.user(.speaker(true)) == ["speaker on"])
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.speaker), .override))) == [])
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .other))) == ["speaker on"])
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.headphones), .newDevice))) == [])
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .deviceGone))) == [])
    }

    @Test func `chosen in the system's own picker, the speaker counts as wanted`() {
        var script = PhoneScript.connected()
        script.handle(.audio(.routeChanged(AudioRoutes(.speaker), .override)))
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .other))) == ["speaker on"])
        script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .override)))
        #expect(script.handle(.audio(.routeChanged(AudioRoutes(.receiver), .other))) == [])
    }

    @Test func `a speaker wished before activation is applied with it`() {
        var script = PhoneScript.ringing()
        #expect(script.user(.speaker(true)) == [])
        script.perform(.answer(callA))
        #expect(script.handle(.system(.audioActivated)) == ["speaker on"])
    }

    @Test func `the wish for the speaker ends with the call`() {
        var script = PhoneScript.connected()
        script.user(.speaker(true))
        script.perform(.end(callA))
        script.push(.ours(2))
        script.reported(callB)
        script.line(lineB, .invited(.ours(2)))
        script.perform(.answer(callB))
        #expect(script.handle(.system(.audioActivated)) == [])
        script.user(.speaker(false))
    }

    @Test func `media services start anew: everything is set again`() {
        var script = PhoneScript.connected()
        script.user(.speaker(true))
        #expect(
            script.handle(.audio(.mediaServicesReset)) == ["configure audio", "speaker on", "silence", "sound a"])
    }

    @Test func `digits are sent and felt`() {
        var script = PhoneScript.connected()
        #expect(script.perform(.digits(callA, "12#")) == ["a: digits 12#", "haptic", "fulfil #2"])
        #expect(script.perform(.digits(callA, "x")) == ["fail #3"])
        #expect(script.user(.digits(callA, "5")) == ["request digits A: digits A 5"])
        script.user(.digits(callA, ""))
        #expect(script.outcome == .refused(.invalidDigits))
    }

    @Test func `the microphone is open when neither mute nor hold closes it`() {
        var script = PhoneScript.connected()
        script.perform(.mute(callA, true))
        #expect(script.microphone == false)
        script.perform(.mute(callA, false))
        #expect(script.microphone == true)
        script.perform(.hold(callA, true))
        #expect(script.microphone == false)
    }
}

extension PhoneScript {
    /// What the last event made of the microphone; `nil` if nothing.
    fileprivate var microphone: Bool? {
        news.lazy.compactMap { if case .audio(let sound) = $0 { sound.isMicrophoneOpen } else { nil } }.last
    }
}
