import DeviceModel
import Testing

/// Actions: asked for, done, failed, or never done.
struct ActionTests {
    @Test(.proves(.c40)) func `only the first completion of an action counts`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        #expect(phone.fulfill(answer).seen.contains(.call(.connected(.first))))
        let again = phone.fail(answer)
        #expect(again.seen == [.hazard(.idleCompletion)])
        #expect(phone.device.calls[.first]?.phase == .connected)
    }

    @Test(.proves(.c40)) func `an action of a call that is gone changes nothing`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        phone.app(.reportEnded(.first, .remoteEnded))
        #expect(phone.fulfill(answer).effects.filter { $0 != .stopTimer(.action(answer.actions[0].id)) }.isEmpty)
    }

    @Test(.proves(.c40)) func `an action of a call that is gone does not touch a later call of the same name`() {
        var phone = TestPhone(.ios16)
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        phone.app(.reportEnded(.first, .remoteEnded))
        phone.ring(.first, push: 2)
        phone.fulfill(answer)
        #expect(phone.device.calls[.first]?.phase == .ringing)
    }

    @Test(.proves(.c41)) func `an answer may wait, and the screen says connecting meanwhile`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        #expect(answer.seen == [.call(.connecting(.first))])
        #expect(phone.wait(.seconds(20)).effects.isEmpty)
        #expect(phone.fulfill(answer).seen.first == .call(.connected(.first)))
    }

    @Test(.proves(.c41)) func `a call that cannot be connected is reported as failed`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        phone.person(.answer(.first))
        let end = phone.app(.reportEnded(.first, .failed))
        #expect(end.seen.first == .call(.ended(.first, showsFailure: true)))
    }

    @Test(.proves(.c42)) func `an answer that times out is taken from the app, and the call fails`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        let late = phone.wait(.seconds(60))
        #expect(late.calls.first == .timedOut(answer.actions[0].id, provider: ProviderID(0)))
        #expect(late.seen.contains(.call(.ended(.first, showsFailure: true))))
        #expect(phone.fulfill(answer).seen == [.hazard(.idleCompletion)])
    }

    @Test(.proves(.c42)) func `the number of an action that timed out is not given to another`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let mute = phone.person(.setMuted(.first, true))
        phone.wait(.seconds(5))
        let next = phone.person(.setMuted(.first, true))
        #expect(next.actions[0].id != mute.actions[0].id)
        phone.fulfill(mute)
        #expect(phone.device.calls[.first]?.isMuted == false)
        phone.fulfill(next)
        #expect(phone.device.calls[.first]?.isMuted == true)
    }

    @Test(.proves(.c42)) func `an action's number is free again when the app has got the time-out`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let mute = phone.person(.setMuted(.first, true)).actions[0].id
        phone.wait(.seconds(5))
        phone.app(.timeOutHandled(mute))
        #expect(phone.person(.setMuted(.first, true)).actions[0].id == mute)
        phone.app(.timeOutHandled(mute))
        #expect(phone.app(.fulfill(mute)).seen.contains(.call(.muted(.first, true))))
    }

    @Test(.proves(.c43), arguments: [(DeviceProfile.ios26, 600), (.strict, 5)])
    func `a start has ten minutes, and five seconds on a strict phone`(profile: DeviceProfile, seconds: Int) {
        var phone = TestPhone(profile)
        phone.openApp()
        let start = phone.app(.request(TransactionRequestID(0), [RequestedAction(.start(HandleID(1)), .first)]))
        guard case .perform(_, _, let timesOutAfter) = start.calls.last else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(timesOutAfter == .seconds(seconds))
        #expect(phone.wait(.seconds(seconds) - .milliseconds(1)).seen.isEmpty)
        #expect(phone.wait(.milliseconds(1)).recents == [.cancelled])
    }

    @Test(.proves(.c43)) func `an answer has a minute, everything else five seconds`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        var times: [Duration] = []
        func note(_ turn: Turn) {
            for case .perform(_, _, let timesOutAfter) in turn.calls { times.append(timesOutAfter) }
        }
        let answer = phone.person(.answer(.first))
        note(answer)
        phone.fulfill(answer)
        note(phone.person(.setMuted(.first, true)))
        note(phone.person(.digits(.first, TextID(1))))
        note(phone.person(.setHeld(.first, true)))
        note(phone.person(.end(.first)))
        #expect(times == [.seconds(60)] + Array(repeating: .seconds(5), count: 4))
    }

    @Test(.proves(.c42)) func `an end that times out ends the call all the same`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.person(.end(.first))
        #expect(phone.wait(.seconds(5)).recents == [.incoming])
    }

    @Test(.proves(.c44), arguments: [SystemActionKind.setMuted(true), .setHeld(true)])
    func `a mute or hold that is never completed ends the call a minute later`(kind: SystemActionKind) {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.person(kind == .setMuted(true) ? .setMuted(.first, true) : .setHeld(.first, true))
        #expect(phone.wait(.seconds(5)).actions.isEmpty)
        #expect(phone.device.calls[.first]?.phase == .connected)
        let end = phone.wait(.seconds(60))
        #expect(end.wishes == [RequestedAction(.end, .first)])
    }

    @Test(.proves(.c44), arguments: [(DeviceProfile.ios26, false), (.strict, true)])
    func `a slow hold ends the call at once when calls are swapped, on a strict phone`(
        profile: DeviceProfile, isEnded: Bool
    ) {
        var phone = TestPhone(profile)
        phone.openApp()
        phone.talk(.first)
        phone.ring(.second, push: 2)
        let accept = phone.person(.holdAndAccept(.second))
        for action in accept.actions where action.kind == .answer { phone.app(.fulfill(action.id)) }
        let late = phone.wait(.seconds(5))
        #expect(late.wishes.contains(RequestedAction(.end, .first)) == isEnded)
    }

    @Test(.proves(.c45)) func `an action without a method fails`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        #expect(
            phone.app(.cannotPerform(answer.actions[0].id)).seen.contains(.call(.ended(.first, showsFailure: true))))
    }

    @Test(.proves(.c45)) func `a button for a disabled capability is hidden`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        var update = CallUpdate()
        update.supportsHolding = false
        update.supportsDigits = false
        phone.app(.reportUpdated(.first, update))
        #expect(phone.person(.setHeld(.first, true)).effects.isEmpty)
        #expect(phone.person(.digits(.first, TextID(1))).effects.isEmpty)
    }

    @Test func `an end that fails leaves the call on the screen, and a hold that fails changes nothing`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.fail(phone.person(.setHeld(.first, true)))
        #expect(phone.device.calls[.first]?.isHeld == false)
        phone.fail(phone.person(.end(.first)))
        #expect(phone.device.calls[.first]?.phase == .connected)
        #expect(phone.fulfill(phone.person(.end(.first))).recents == [.incoming])
    }

    @Test(.proves(.c48)) func `an outgoing call that connects is unmuted unasked`() {
        var phone = TestPhone()
        phone.openApp()
        phone.dial(.first)
        #expect(phone.app(.reportOutgoingConnected(.first)).wishes == [RequestedAction(.setMuted(false), .first)])
    }

    @Test(.proves(.c48)) func `a muted call that has ended is unmuted, which no app can complete meaningfully`() {
        var phone = TestPhone(.strict)
        phone.openApp()
        phone.talk(.first)
        phone.fulfill(phone.person(.setMuted(.first, true)))
        let end = phone.app(.reportEnded(.first, .remoteEnded))
        #expect(end.wishes == [RequestedAction(.setMuted(false), .first)])
        var late = phone
        #expect(late.wait(.seconds(5)).calls == [.timedOut(end.actions[0].id, provider: ProviderID(0))])
        #expect(phone.fulfill(end).seen.isEmpty)
    }

    @Test(.proves(.c48)) func `the system may mute at any time, in bursts`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        for isMuted in [true, false, true] {
            let turn = phone.world(.callServices(.mutes(.first, isMuted)))
            #expect(turn.wishes == [RequestedAction(.setMuted(isMuted), .first)])
            phone.fulfill(turn)
        }
        #expect(phone.device.calls[.first]?.isMuted == true)
    }
}
