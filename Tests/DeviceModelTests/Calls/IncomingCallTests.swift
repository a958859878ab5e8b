import DeviceModel
import Testing

/// Reports of incoming calls, their refusals, and the call screen.
struct IncomingCallTests {
    private func refusal(_ phone: inout TestPhone, _ update: CallUpdate = CallUpdate()) -> IncomingRefusal? {
        phone.wait(.seconds(1))
        phone.report(.third, update, id: 9)
        for case .reportCompleted(ReportID(9), let refusal, _) in phone.wait(.seconds(1)).calls { return refusal }
        Issue.record("the report did not complete")
        return nil
    }

    @Test(
        .proves(.c25),
        arguments: [
            (IncomingFilter.doNotDisturb, 3), (.restrictedSharing, 5), (.protection, 6), (.sensitiveParticipants, 7),
        ])
    func `a filter refuses a call with its code`(filter: IncomingFilter, code: Int) {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.callServices(.filter(filter)))
        #expect(refusal(&phone)?.code == code)
        #expect(phone.device.calls.list.isEmpty)
        phone.world(.callServices(.filter(nil)))
        #expect(refusal(&phone) == nil)
    }

    @Test(.proves(.c25)) func `a Focus lets through the allowed callers`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.callServices(.filter(.doNotDisturb)))
        phone.world(.callServices(.allows(HandleID(5))))
        #expect(refusal(&phone, CallUpdate(handle: HandleID(6))) == .doNotDisturb)
        #expect(refusal(&phone, CallUpdate(handle: HandleID(5))) == nil)
    }

    @Test(.proves(.c25)) func `a blocked caller, a name in use, no background mode and no entitlement refuse`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.callServices(.blocks(HandleID(5))))
        #expect(refusal(&phone, CallUpdate(handle: HandleID(5)))?.code == 4)
        phone.ring(.third)
        #expect(refusal(&phone)?.code == 2)

        var app = AppManifest()
        app.isEntitled = false
        var bare = TestPhone(app: app)
        bare.openApp()
        #expect(refusal(&bare)?.code == 1)
        app.hasVoIPBackgroundMode = false
        bare = TestPhone(app: app)
        bare.openApp()
        #expect(refusal(&bare) == .missingBackgroundMode)
    }

    @Test func `a refused call leaves nothing in Recents`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.callServices(.filter(.doNotDisturb)))
        #expect(phone.report(.first).recents.isEmpty)
        #expect(phone.app(.reportEnded(.first, .unanswered)).effects.isEmpty)
    }

    @Test(.proves(.c27)) func `by default a third conversation is refused`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first, push: 1)
        phone.ring(.second, push: 2)
        #expect(refusal(&phone) == .unknown)
        #expect(
            phone.app(.request(TransactionRequestID(3), [RequestedAction(.start(HandleID(1)), .third)])).calls
                == [.requestCompleted(TransactionRequestID(3), .groupsMaxReached)])
    }

    @Test(.proves(.c27)) func `a call counts until its end was carried out`() {
        var one = CallConfiguration()
        one.groupsMax = 1
        var phone = TestPhone()
        phone.openApp(configuration: one)
        phone.ring(.first)
        let decline = phone.person(.decline(.first))
        #expect(refusal(&phone) == .unknown)
        phone.fulfill(decline)
        #expect(refusal(&phone) == nil)
    }

    @Test(.proves(.c27)) func `calls of one conversation count once, and not more than five fit in one`() {
        var phone = TestPhone()
        phone.openApp()
        let ids = (1...7).map { SystemCallID($0) }
        phone.talk(ids[0])
        for index in 1..<5 {
            phone.ring(ids[index], push: UInt32(index + 1))
            phone.fulfill(phone.person(.holdAndAccept(ids[index])))
            let merge = phone.person(.merge(ids[index], with: ids[0]))
            #expect(merge.wishes == [RequestedAction(.group(with: ids[0]), ids[index])])
            phone.fulfill(merge)
        }
        phone.ring(ids[5], push: 8)
        phone.fulfill(phone.person(.holdAndAccept(ids[5])))
        #expect(phone.device.calls[ids[5]]?.phase == .connected)
        #expect(phone.person(.merge(ids[5], with: ids[0])).actions.isEmpty)
    }

    @Test(.proves(.c28), arguments: [(DeviceProfile.ios16, true), (.ios18, false)])
    func `a call under the name of one that ended lately cannot be answered from iOS 17 on`(
        profile: DeviceProfile, isUsable: Bool
    ) {
        var phone = TestPhone(profile)
        phone.openApp()
        phone.ring(.first)
        phone.app(.reportEnded(.first, .remoteEnded))
        let again = phone.report(.first)
        #expect(again.seen.contains(.hazard(.reusedCallID)) == !isUsable)
        #expect(phone.person(.answer(.first)).actions.isEmpty == !isUsable)
    }

    @Test(.proves(.c28)) func `a restart makes the name good again`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        phone.app(.reportEnded(.first, .remoteEnded))
        phone.world(.lock(.reboot))
        phone.world(.lock(.unlock))
        phone.openApp()
        #expect(phone.report(.first).seen == [.call(.rings(.first, .unknown))])
    }

    @Test(.proves(.c31)) func `an update changes only the properties that it sets`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first, CallUpdate(handle: HandleID(5), hasVideo: true))
        let named = phone.app(.reportUpdated(.first, CallUpdate(name: TextID(7))))
        #expect(named.seen == [.call(.named(.first, .given(TextID(7))))])
        #expect(phone.device.calls[.first]?.update.handle == HandleID(5))
        #expect(phone.device.calls[.first]?.update.hasVideo == true)
        #expect(phone.app(.reportUpdated(.second, CallUpdate(name: TextID(7)))).effects.isEmpty)
    }

    @Test(.proves(.c31)) func `the app's name goes before the contact's, which goes before the handle`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.callServices(.knows(HandleID(5))))
        let stranger = phone.report(.first, CallUpdate(handle: HandleID(6)))
        #expect(stranger.seen == [.call(.rings(.first, .handle(HandleID(6))))])
        let known = phone.app(.reportUpdated(.first, CallUpdate(handle: HandleID(5))))
        #expect(known.seen == [.call(.named(.first, .contact(HandleID(5))))])
        let named = phone.app(.reportUpdated(.first, CallUpdate(name: TextID(1))))
        #expect(named.seen == [.call(.named(.first, .given(TextID(1))))])
    }

    @Test(.proves(.c32)) func `after a minute the system ends the ringing as if the person had declined`() {
        var phone = TestPhone()
        phone.openApp()
        phone.report(.first)
        #expect(phone.wait(.milliseconds(59_999)).actions.isEmpty)
        let limit = phone.wait(.milliseconds(1))
        #expect(limit.wishes == [RequestedAction(.end, .first)])
        #expect(phone.fulfill(limit).recents == [.missed])
    }

    @Test(.proves(.c32)) func `an answered call is not ended by the ring limit`() {
        var phone = TestPhone()
        phone.openApp()
        phone.report(.first)
        phone.wait(.seconds(59))
        phone.person(.answer(.first))
        #expect(phone.wait(.seconds(10)).actions.isEmpty)
    }

    @Test func `an end before the report has completed is lost on a strict phone, and the call sticks`() {
        var strict = TestPhone(.strict)
        strict.openApp()
        strict.report(.first)
        #expect(strict.app(.reportEnded(.first, .remoteEnded)).effects.isEmpty)
        strict.wait(.seconds(1))
        #expect(strict.device.calls[.first]?.phase == .ringing)
        #expect(strict.app(.reportEnded(.first, .remoteEnded)).recents == [.missed])

        var phone = TestPhone()
        phone.openApp()
        phone.report(.first)
        #expect(phone.app(.reportEnded(.first, .remoteEnded)).recents == [.missed])
    }

    @Test(.proves(.c67), arguments: [true, false])
    func `answering video opens the app, and audio alone leaves it where it is`(hasVideo: Bool) {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.life(.leaveApp))
        phone.ring(.first, CallUpdate(hasVideo: hasVideo))
        let answer = phone.person(.answer(.first))
        #expect(answer.callbacks.contains(.process(.sceneBecameActive)) == hasVideo)

        phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first, CallUpdate(hasVideo: hasVideo))
        #expect(phone.person(.answer(.first)).seen.contains(.unlockRequested) == hasVideo)
    }

    @Test func `a call observer sees the calls of all`() {
        var phone = TestPhone()
        phone.openApp()
        phone.app(.observeCalls(true))
        phone.world(.cellular(.rings(.telephone)))
        let turn = phone.report(.first)
        let ringing = ObservedCall(
            id: .first, isOutgoing: false, isOnHold: false, hasConnected: false, hasEnded: false)
        #expect(turn.calls == [.callChanged(ringing)])
        #expect(phone.device.observedCalls.map(\.id) == [.telephone, .first])
        var ended = ringing
        ended.hasEnded = true
        #expect(phone.app(.reportEnded(.first, .failed)).calls == [.callChanged(ended)])
    }
}
