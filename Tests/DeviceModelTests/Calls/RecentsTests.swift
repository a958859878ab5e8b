import DeviceModel
import Testing

/// What Recents keeps.
struct RecentsTests {
    @Test(
        .proves(.c35),
        arguments: [
            (CallEndedReason.remoteEnded, RecentsEntry.Kind.missed), (.unanswered, .missed), (.failed, .missed),
            (.answeredElsewhere, .incoming), (.declinedElsewhere, .incoming),
        ])
    func `a call that ended while ringing is missed unless another device took it`(
        reason: CallEndedReason, kind: RecentsEntry.Kind
    ) {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        #expect(phone.app(.reportEnded(.first, reason)).recents == [kind])
        #expect(phone.app(.reportEnded(.first, reason)).recents.isEmpty)
    }

    @Test(.proves(.c35)) func `a declined call is not missed`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        #expect(phone.fulfill(phone.person(.decline(.first))).recents == [.incoming])
    }

    @Test(.proves(.c35)) func `a call that was talked on is incoming, and failing shows on the screen`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        let end = phone.app(.reportEnded(.first, .failed))
        #expect(end.recents == [.incoming])
        #expect(end.seen.contains(.call(.ended(.first, showsFailure: true))))
    }

    @Test(.proves(.c35)) func `the entry bears the name the screen showed, and the handle to call back`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first, CallUpdate(handle: HandleID(3)))
        let handle = HandleID(3)
        let entry = RecentsEntry(call: .first, kind: .missed, name: .handle(handle), handle: handle)
        #expect(phone.app(.reportEnded(.first, .remoteEnded)).seen.contains(.recents(entry)))
    }

    @Test(.proves(.c35)) func `a provider that keeps out of Recents leaves nothing there`() {
        var silent = CallConfiguration()
        silent.includesCallsInRecents = false
        var phone = TestPhone()
        phone.openApp(configuration: silent)
        phone.talk(.first)
        #expect(phone.app(.reportEnded(.first, .remoteEnded)).recents.isEmpty)
    }

    @Test(.proves(.c35)) func `a tap in Recents opens the app and asks it to call`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.life(.leaveApp))
        #expect(phone.person(.callBack(HandleID(3))).callbacks.last == .process(.sceneOpens(.call(HandleID(3)))))
    }

    @Test(.proves(.c35)) func `a tap in Recents that starts the app reaches its scene as it connects, once`() {
        var phone = TestPhone()
        let launch = phone.person(.callBack(HandleID(3)))
        #expect(launch.callbacks == [.process(.launched(isInBackground: false))])
        #expect(
            phone.app(.process(.launchFinished)).callbacks == [
                .process(.sceneConnected(for: .call(HandleID(3)))), .process(.sceneWillEnterForeground),
                .process(.sceneBecameActive),
            ])
        phone.world(.life(.forceQuit))
        phone.world(.life(.openApp))
        #expect(phone.app(.process(.launchFinished)).callbacks.first == .process(.sceneConnected(for: nil)))
    }

    @Test(.proves(.c35)) func `a process without a scene gets Recents by the scene that connects`() {
        var phone = TestPhone(.ios16)
        phone.push(1)
        phone.finishLaunch()
        #expect(phone.device.process.scene == .unattached)
        #expect(
            phone.person(.callBack(HandleID(3))).callbacks.prefix(1) == [
                .process(.sceneConnected(for: .call(HandleID(3))))
            ])
    }

    @Test(.proves(.c36)) func `only the default calling app opens telephone links, on versions that have one`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.person(.openTelephoneLink(HandleID(3))).effects.isEmpty)
        var app = AppManifest()
        app.isDefaultCallingApp = true
        phone = TestPhone(app: app)
        phone.openApp()
        #expect(
            phone.person(.openTelephoneLink(HandleID(3))).callbacks == [
                .process(.sceneOpens(.telephoneLink(HandleID(3))))
            ])
        phone = TestPhone(.ios16, app: app)
        phone.openApp()
        #expect(phone.person(.openTelephoneLink(HandleID(3))).effects.isEmpty)
    }
}
