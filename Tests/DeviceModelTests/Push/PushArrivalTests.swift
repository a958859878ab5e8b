import DeviceModel
import Testing

/// How pushes and tokens come to an app.
struct PushArrivalTests {
    @Test(.proves(.c13)) func `a push that starts the app waits for the registry`() {
        var phone = TestPhone()
        #expect(phone.push(1).callbacks == [.process(.launched(isInBackground: true))])
        #expect(phone.app(.push(.createRegistry)).callbacks.isEmpty)
        #expect(phone.app(.process(.launchFinished)).callbacks.isEmpty)
        #expect(phone.app(.push(.setDelegate(.classic))).callbacks.isEmpty)
        #expect(
            phone.app(.push(.setDesiresVoIP(true))).callbacks == [
                .push(.token(PushTokenID(0))), .push(.incoming(VoIPPushID(1), mustReport: nil)),
            ])
    }

    @Test(.proves(.c13)) func `a registry lasts no longer than its process`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.life(.forceQuit))
        phone.push(1)
        phone.app(.process(.launchFinished))
        #expect(phone.wait(.seconds(7)).termination == .pushNotReportedInTime)
    }

    @Test(.proves(.c13)) func `a delegate set after the push types misses the token`() {
        var phone = TestPhone()
        phone.world(.life(.openApp))
        phone.app(.push(.createRegistry))
        #expect(phone.app(.push(.setDesiresVoIP(true))).callbacks.isEmpty)
        #expect(phone.app(.push(.setDelegate(.classic))).callbacks.isEmpty)
        #expect(phone.device.pushToken == PushTokenID(0))
    }

    @Test(.proves(.c13)) func `an app with a delegate without the push method is killed as if it did nothing`() {
        var phone = TestPhone()
        phone.lieSuspended(.none)
        #expect(phone.push(1).termination == .pushNotReported)
    }

    @Test(.proves(.c14)) func `a token comes with registration and when it changes, and its invalidation is reported`()
    {
        var phone = TestPhone()
        phone.world(.life(.openApp))
        #expect(phone.finishLaunch().callbacks.first == .push(.token(PushTokenID(0))))
        #expect(phone.world(.push(.tokenChanges(PushTokenID(5)))).callbacks == [.push(.token(PushTokenID(5)))])
        #expect(phone.world(.push(.tokenDies)).callbacks == [.push(.tokenInvalidated)])
        #expect(phone.push(1).seen == [.pushNotDelivered(VoIPPushID(1), .staleToken)])
    }

    @Test(.proves(.c14)) func `a push to the token of a former installation is not delivered`() {
        var phone = TestPhone()
        phone.world(.life(.reinstall(token: PushTokenID(1))))
        let stale = PushArrival(id: VoIPPushID(1), token: PushTokenID(0))
        #expect(phone.world(.push(.arrives(stale))).seen == [.pushNotDelivered(VoIPPushID(1), .staleToken)])
    }

    @Test(.proves(.c15)) func `a late push must be reported all the same where no metadata excuse it`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(1, age: .seconds(25))
        #expect(phone.delegateReturns(1).termination == .pushNotReported)
    }

    @Test(.proves(.c15)) func `metadata excuse a late push`() {
        var phone = TestPhone(.ios26p4)
        phone.lieSuspended()
        #expect(phone.push(1, age: .seconds(25)).callbacks == [.push(.incoming(VoIPPushID(1), mustReport: false))])
    }

    @Test(.proves(.c15)) func `pushes are delivered one after the other, in the order of their arrival`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.push(2)
        #expect(phone.push(1).callbacks.isEmpty)
        phone.report(.second)
        #expect(phone.delegateReturns(2).callbacks == [.push(.incoming(VoIPPushID(1), mustReport: nil))])
        #expect(phone.delegateReturns(1).termination == .pushNotReported)
    }

    @Test func `a push may be lost, and the app learns nothing of it`() {
        var phone = TestPhone()
        phone.lieSuspended()
        let turn = phone.world(.push(.isLost(VoIPPushID(1))))
        #expect(turn.effects == [.observe(.pushNotDelivered(VoIPPushID(1), .lost))])
    }

    @Test(.proves(.c17), arguments: [(5 * 1024, true), (5 * 1024 + 1, false)])
    func `a payload of more than five kilobytes is not taken`(bytes: Int, isTaken: Bool) {
        var phone = TestPhone()
        let push = PushArrival(id: VoIPPushID(1), payloadBytes: bytes)
        #expect(phone.world(.push(.arrives(push))).callbacks.isEmpty == !isTaken)
    }

    @Test func `a phone keeps four pushes for an app that is not ready`() {
        var phone = TestPhone()
        for number in UInt32(0)..<4 { #expect(!phone.push(number).seen.contains { $0 == .pushesRevoked }) }
        #expect(phone.push(4).seen == [.pushNotDelivered(VoIPPushID(4), .tooMany)])
        let dead = phone.world(.life(.crash)).seen
        for number in UInt32(0)..<4 { #expect(dead.contains(.pushNotDelivered(VoIPPushID(number), .processDied))) }
    }

    @Test func `an app without the background mode gets no push`() {
        var app = AppManifest()
        app.hasVoIPBackgroundMode = false
        var phone = TestPhone(app: app)
        #expect(phone.push(1).seen == [.pushNotDelivered(VoIPPushID(1), .notVoIP)])
    }

    @Test(.proves(.c18)) func `before the first unlock a push may start the app, and must be reported`() {
        var phone = TestPhone()
        phone.world(.lock(.reboot))
        #expect(phone.push(1).callbacks == [.process(.launched(isInBackground: true))])
        phone.finishLaunch()
        #expect(phone.device.lock == .beforeFirstUnlock)
        #expect(phone.delegateReturns(1).termination == .pushNotReported)
    }

    @Test(.proves(.c18)) func `or it waits for the first unlock, and must be reported then`() {
        var phone = TestPhone { $0.push.launchesBeforeFirstUnlock = false }
        phone.world(.lock(.reboot))
        #expect(phone.push(1).effects.isEmpty)
        #expect(phone.wait(.seconds(600)).effects.isEmpty)
        #expect(phone.world(.lock(.unlock)).callbacks == [.process(.launched(isInBackground: true))])
        phone.app(.process(.launchFinished))
        #expect(phone.wait(.seconds(7)).termination == .pushNotReportedInTime)
    }
}
