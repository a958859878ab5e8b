import DeviceModel
import Testing

/// Scenes, the lock, and starting in advance.
struct SceneTests {
    @Test(.proves(.c72)) func `opened by the person, the app gets a scene that becomes active`() {
        var phone = TestPhone()
        #expect(phone.world(.life(.openApp)).callbacks == [.process(.launched(isInBackground: false))])
        #expect(
            phone.app(.process(.launchFinished)).callbacks == [
                .process(.sceneConnected(for: nil)), .process(.sceneWillEnterForeground), .process(.sceneBecameActive),
            ])
        #expect(
            phone.world(.life(.leaveApp)).callbacks == [
                .process(.sceneWillResignActive), .process(.sceneEnteredBackground),
            ])
        #expect(
            phone.world(.life(.openApp)).callbacks == [
                .process(.sceneWillEnterForeground), .process(.sceneBecameActive),
            ])
    }

    @Test(.proves(.c72)) func `no scene becomes active through a whole call on a locked phone`() {
        var phone = TestPhone()
        phone.world(.lock(.lock))
        var callbacks = phone.push(1).callbacks
        callbacks += phone.finishLaunch().callbacks
        callbacks += phone.report(.first).callbacks
        callbacks += phone.delegateReturns(1).callbacks
        callbacks += phone.fulfill(phone.person(.answer(.first))).callbacks
        callbacks += phone.wait(.seconds(60)).callbacks
        callbacks += phone.fulfill(phone.person(.end(.first))).callbacks
        #expect(callbacks.contains(.calls(.didActivate(ProviderID(0)))))
        #expect(!callbacks.contains(.process(.sceneConnected(for: nil))))
        #expect(!callbacks.contains(.process(.sceneBecameActive)))
        #expect(phone.device.process.scene == .unattached)
    }

    @Test(.proves(.c72)) func `a scene may connect in the background without becoming active`() {
        var phone = TestPhone()
        phone.push(1)
        phone.finishLaunch()
        #expect(phone.world(.life(.connectSceneInBackground)).callbacks == [.process(.sceneConnected(for: nil))])
        var eager = TestPhone { $0.process.backgroundLaunchConnectsScene = true }
        eager.push(1)
        #expect(eager.finishLaunch().callbacks.contains(.process(.sceneConnected(for: nil))))
        #expect(eager.device.process.scene == .background)
    }

    @Test(.proves(.c72)) func `locking takes the app off the screen`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.device.isProtectedDataAvailable)
        #expect(
            phone.world(.lock(.lock)).callbacks == [
                .process(.protectedDataUnavailable), .process(.sceneWillResignActive),
                .process(.sceneEnteredBackground),
            ])
        #expect(!phone.device.isProtectedDataAvailable)
        #expect(phone.world(.life(.openApp)).seen == [.unlockRequested])
        #expect(phone.world(.lock(.unlock)).callbacks == [.process(.protectedDataAvailable)])
    }

    @Test(.proves(.c73), arguments: [(DeviceProfile.ios26, true), (.ios27, false)])
    func `an app without scenes does not start on iOS 27`(profile: DeviceProfile, starts: Bool) {
        var app = AppManifest()
        app.usesScenes = false
        var phone = TestPhone(profile, app: app)
        let turn = phone.world(.life(.openApp))
        #expect(turn.callbacks.isEmpty == !starts)
        #expect((turn.termination == .noSceneLifeCycle) == !starts)
    }

    @Test(.proves(.c80)) func `a process may be started early, up to main, and goes on when it is needed`() {
        var phone = TestPhone()
        #expect(phone.world(.life(.prewarm)).callbacks == [.process(.prewarmed)])
        let generation = phone.device.process.generation
        #expect(phone.wait(.seconds(3600)).effects.isEmpty)
        #expect(phone.push(1).callbacks == [.process(.launched(isInBackground: true))])
        #expect(phone.device.process.generation == generation)
    }

    @Test(.proves(.c80)) func `nothing is started early before the first unlock`() {
        var phone = TestPhone()
        phone.world(.lock(.reboot))
        #expect(phone.world(.life(.prewarm)).effects.isEmpty)
    }

    @Test func `a restart ends everything and leaves the phone before its first unlock`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.world(.cellular(.rings(.telephone)))
        #expect(phone.world(.lock(.reboot)).termination == .reboot)
        #expect(phone.device.lock == .beforeFirstUnlock)
        #expect(phone.device.observedCalls.isEmpty)
        #expect(phone.timers.isEmpty)
    }
}
