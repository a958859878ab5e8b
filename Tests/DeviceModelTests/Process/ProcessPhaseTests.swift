import DeviceModel
import Testing

/// When an app runs, and when it does not.
struct ProcessPhaseTests {
    @Test(.proves(.c70)) func `a push starts the app in the background and says not why`() {
        var phone = TestPhone()
        #expect(phone.push(1).callbacks == [.process(.launched(isInBackground: true))])
        #expect(
            phone.finishLaunch().callbacks == [
                .push(.token(PushTokenID(0))), .push(.incoming(VoIPPushID(1), mustReport: nil)),
            ])
        #expect(phone.device.process.life == .background)
    }

    @Test(.proves(.c70)) func `even an app the person has closed is started`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.world(.life(.forceQuit)).termination == .forceQuit)
        #expect(phone.push(1).callbacks == [.process(.launched(isInBackground: true))])
    }

    @Test(.proves(.c70)) func `a push wakes a suspended app`() {
        var phone = TestPhone()
        phone.lieSuspended()
        #expect(phone.device.process.life == .suspended)
        let turn = phone.push(1)
        #expect(turn.seen == [.process(.background, phone.device.process.generation)])
        #expect(turn.callbacks.count == 1)
    }

    @Test(.proves(.c71)) func `seconds after its last reason to run an app is suspended`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.life(.leaveApp))
        #expect(phone.wait(.milliseconds(4_999)).seen.isEmpty)
        #expect(phone.wait(.milliseconds(1)).seen == [.process(.suspended, phone.device.process.generation)])
    }

    @Test(.proves(.c71)) func `while a call rings or is talked on the app runs, and not long after it`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        phone.wait(.seconds(30))
        #expect(phone.device.process.life == .background)
        phone.fulfill(phone.person(.answer(.first)))
        phone.wait(.seconds(3600))
        #expect(phone.device.process.life == .background)
        phone.app(.reportEnded(.first, .remoteEnded))
        phone.wait(.seconds(5))
        #expect(phone.device.process.life == .suspended)
    }

    @Test(.proves(.c71)) func `a suspended process does nothing`() {
        var phone = TestPhone()
        phone.lieSuspended()
        let before = phone.device
        #expect(phone.report(.first).effects.isEmpty)
        #expect(phone.device == before)
    }

    @Test(.proves(.c71)) func `a background task lasts thirty seconds, and its expiration handler is called then`() {
        var phone = TestPhone()
        phone.openApp()
        phone.wait(.seconds(1))
        phone.app(.process(.beginBackgroundTask(BackgroundTaskID(1))))
        phone.world(.life(.leaveApp))
        #expect(phone.wait(.milliseconds(29_999)).effects.isEmpty)
        let over = phone.wait(.milliseconds(1))
        #expect(over.callbacks == [.process(.backgroundTaskExpired(BackgroundTaskID(1)))])
        var obedient = phone
        obedient.app(.process(.endBackgroundTask(BackgroundTaskID(1))))
        #expect(obedient.wait(.seconds(10)).termination == nil)
        #expect(obedient.device.process.life == .suspended)
        #expect(phone.wait(.seconds(10)).termination == .backgroundTimeExceeded)
    }

    @Test(.proves(.c71)) func `a task that ends in time lets the app be suspended as ever`() {
        var phone = TestPhone()
        phone.openApp()
        phone.app(.process(.beginBackgroundTask(BackgroundTaskID(1))))
        phone.world(.life(.leaveApp))
        phone.wait(.seconds(10))
        phone.app(.process(.endBackgroundTask(BackgroundTaskID(1))))
        phone.wait(.seconds(5))
        #expect(phone.device.process.life == .suspended)
    }

    @Test func `an app that blocks while launching is killed`() {
        var phone = TestPhone()
        phone.world(.life(.openApp))
        #expect(phone.wait(.milliseconds(19_999)).termination == nil)
        #expect(phone.wait(.milliseconds(1)).termination == .launchWatchdog)
    }

    @Test func `an app that blocks while launched for a push dies of the push first`() {
        var phone = TestPhone()
        phone.push(1)
        phone.app(.push(.createRegistry))
        phone.app(.push(.setDelegate(.classic)))
        phone.app(.push(.setDesiresVoIP(true)))
        #expect(phone.wait(.seconds(20)).termination == .pushNotReportedInTime)
    }

    @Test func `calls by a process that has ended have no effect`() {
        var phone = TestPhone()
        phone.openApp()
        let generation = phone.device.process.generation
        phone.world(.life(.crash))
        phone.openApp()
        let before = phone.device
        let events: [AppEvent] = [
            .push(.createRegistry), .push(.setDelegate(nil)), .process(.beginBackgroundTask(BackgroundTaskID(1))),
            .calls(.reportIncoming(IncomingReport(id: ReportID(1), call: .first))), .audio(.startMedia),
            .calls(.invalidate(ProviderID(0))),
        ]
        for event in events { #expect(phone.handle(.app(event, from: generation)).effects.isEmpty) }
        #expect(phone.device == before)
    }

    @Test func `memory is taken from an app in the background, not from one on the screen`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.world(.life(.reclaimMemory)).termination == nil)
        phone.lieSuspended()
        #expect(phone.world(.life(.reclaimMemory)).termination == .memory)
    }
}
