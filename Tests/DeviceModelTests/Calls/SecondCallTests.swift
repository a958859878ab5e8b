import DeviceModel
import Testing

/// Two calls at once, of the app and of the telephone.
struct SecondCallTests {
    private func phoneWithSecondCall(_ profile: DeviceProfile = .ios26) -> TestPhone {
        var phone = TestPhone(profile)
        phone.openApp()
        phone.talk(.first)
        phone.ring(.second, push: 2)
        return phone
    }

    @Test(.proves(.c50)) func `end and accept is one transaction of two actions, given one by one`() {
        var phone = phoneWithSecondCall()
        #expect(phone.person(.answer(.second)).effects.isEmpty)
        let turn = phone.person(.endAndAccept(.second))
        #expect(turn.wishes == [RequestedAction(.end, .first), RequestedAction(.answer, .second)])
        #expect(turn.actions.map(\.transactionCount) == [2, 2])
        phone.fulfill(turn)
        #expect(phone.device.calls.list.map(\.id) == [.second])
        #expect(phone.device.calls[.second]?.phase == .connected)
    }

    @Test(.proves(.c50)) func `hold and accept holds the old call`() {
        var phone = phoneWithSecondCall()
        let turn = phone.person(.holdAndAccept(.second))
        #expect(turn.wishes == [RequestedAction(.setHeld(true), .first), RequestedAction(.answer, .second)])
        phone.fulfill(turn)
        #expect(phone.device.calls[.first]?.isHeld == true)
        let swap = phone.person(.swap(to: .first))
        #expect(swap.wishes == [RequestedAction(.setHeld(true), .second), RequestedAction(.setHeld(false), .first)])
    }

    @Test(.proves(.c50)) func `the two actions may come in the other order`() {
        var phone = TestPhone { $0.actions.answersBeforeEnding = true }
        phone.openApp()
        phone.talk(.first)
        phone.ring(.second, push: 2)
        let turn = phone.person(.endAndAccept(.second))
        #expect(turn.wishes == [RequestedAction(.answer, .second), RequestedAction(.end, .first)])
        #expect(phone.fulfill(turn).termination == nil)
        #expect(phone.device.calls.list.map(\.id) == [.second])
    }

    @Test func `the second call may be declined, and the first goes on`() {
        var phone = phoneWithSecondCall()
        phone.fulfill(phone.person(.decline(.second)))
        #expect(phone.device.calls.list.map(\.id) == [.first])
        #expect(phone.device.audio.activation == .callServices)
    }

    @Test(.proves(.c63)) func `a telephone call holds the app's, and the person's hanging up resumes it`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.world(.cellular(.rings(.telephone)))
        let hold = phone.world(.cellular(.answered(.telephone, endingOthers: false)))
        #expect(hold.wishes == [RequestedAction(.setHeld(true), .first)])
        #expect(hold.calls.contains(.didDeactivate(ProviderID(0))))
        phone.fulfill(hold)
        let resume = phone.world(.cellular(.ends(.telephone, byRemote: false)))
        #expect(resume.wishes == [RequestedAction(.setHeld(false), .first)])
        #expect(phone.fulfill(resume).calls == [.didActivate(ProviderID(0))])
    }

    @Test(.proves(.c63)) func `if the other side hung up, the call stays held and is not activated when resumed`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        _ = phone.setCategory(.playAndRecord)
        phone.world(.cellular(.rings(.telephone)))
        phone.fulfill(phone.world(.cellular(.answered(.telephone, endingOthers: false))))
        #expect(phone.world(.cellular(.ends(.telephone, byRemote: true))).actions.isEmpty)
        let resume = phone.person(.setHeld(.first, false))
        #expect(phone.fulfill(resume).calls.isEmpty)
        #expect(phone.setActive(true).0 == .insufficientPriority)
        let sound = phone.app(.audio(.startMedia)).seen
        #expect(sound == [.sound(SoundCondition(isHeard: true, isRecording: true, route: .receiver))])
        phone.fulfill(phone.person(.setHeld(.first, true)))
        #expect(phone.fulfill(phone.person(.setHeld(.first, false))).calls == [.didActivate(ProviderID(0))])
    }

    @Test func `a telephone call may end the app's instead`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.world(.cellular(.rings(.telephone)))
        let turn = phone.world(.cellular(.answered(.telephone, endingOthers: true)))
        #expect(turn.wishes == [RequestedAction(.end, .first)])
    }

    @Test func `a call that cannot be held is ended for the telephone`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        var update = CallUpdate()
        update.supportsHolding = false
        phone.app(.reportUpdated(.first, update))
        phone.world(.cellular(.rings(.telephone)))
        let turn = phone.world(.cellular(.answered(.telephone, endingOthers: false)))
        #expect(turn.wishes == [RequestedAction(.end, .first)])
    }

    @Test func `during a telephone call the app's is accepted beside it, and the telephone goes on afterwards`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.cellular(.rings(.telephone)))
        phone.world(.cellular(.answered(.telephone, endingOthers: false)))
        phone.ring(.first)
        #expect(phone.person(.answer(.first)).effects.isEmpty)
        let accept = phone.person(.holdAndAccept(.first))
        #expect(phone.fulfill(accept).calls == [.didActivate(ProviderID(0))])
        #expect(phone.fulfill(phone.person(.end(.first))).seen.contains(.call(.held(.telephone, false))))
    }
}
