import DeviceModel
import DeviceRuntime
import Foundation
import Intents
import Testing
import UIKit

@MainActor
@Suite struct SceneTests {
    private let log = SceneLog()

    private func phone(_ profile: DeviceProfile = .ios26) -> ModelDevice {
        let log = log
        return ModelDevice(
            profile: profile, applicationDelegate: { _ in LaunchLog(log) }, sceneDelegate: { log })
    }

    @Test func `C72: a launch for a push finishes without any scene, one by the person connects it`() async {
        let phone = phone(.ios16)
        await phone.lock()
        await phone.push(["x": 1])
        #expect(log.heard.first == "launched")
        #expect(!log.heard.contains("active"))
        let other = SceneLog()
        let opened = ModelDevice(applicationDelegate: { _ in LaunchLog(other) }, sceneDelegate: { other })
        await opened.openApp()
        #expect(other.heard == ["launched", "connect", "enter foreground", "active"])
        #expect(opened.asApp { UIApplication.shared.applicationState } == .active)
        await opened.leaveApp()
        #expect(other.heard.suffix(2) == ["resign", "background"])
        #expect(opened.asApp { UIApplication.shared.applicationState } == .background)
    }

    @Test func `C71: a push in the background starts the app without a scene, and its process rests when it is done`()
        async
    {
        let phone = phone()
        await phone.lock()
        await phone.backgroundPush(json: Data(#"{"aps":{"content-available":1},"x":"1"}"#.utf8))
        await phone.advance(by: .seconds(60))
        await phone.backgroundPush(json: Data(#"{"x":"2"}"#.utf8))
        #expect(log.heard == ["launched", "push 1", "push 2"])
        await phone.advance(by: .seconds(60))
        #expect(phone.life == .suspended && phone.terminations.isEmpty)
    }

    @Test func `C78: protected data is spoken of when the phone is locked and unlocked`() async {
        let phone = phone()
        await phone.openApp()
        #expect(phone.asApp { UIApplication.shared.isProtectedDataAvailable } == true)
        phone.applyAtOnce(.lock(.lock))
        #expect(phone.asApp { UIApplication.shared.isProtectedDataAvailable } == false)
        await phone.settle()
        #expect(log.heard.contains("protected"))
    }

    @Test func `C35: calling back from Recents continues with an intent`() async {
        let phone = phone()
        await phone.openApp()
        await phone.callBack("+49301")
        #expect(log.heard.last == "call +49301")
    }

    @Test func `a tel link opens the app with a URL`() async {
        var manifest = AppManifest()
        manifest.isDefaultCallingApp = true
        let log = log
        let phone = ModelDevice(
            manifest: manifest, applicationDelegate: { _ in LaunchLog(log) }, sceneDelegate: { log })
        await phone.openApp()
        await phone.openTelephoneLink("+49301")
        #expect(log.heard.last == "open tel:+49301")
    }

    @Test func `the process's notification center posts the notifications of UIKit`() async {
        var posted: [String] = []
        let phone = ModelDevice(profile: .ios26) { context in
            PostLog(context.notificationCenter) { posted.append($0) }
        }
        await phone.openApp()
        _ = phone.asApp { UIApplication.shared }
        await phone.leaveApp()
        #expect(posted.contains("UIApplicationDidEnterBackgroundNotification"))
    }
}
