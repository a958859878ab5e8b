import DeviceModel
import DeviceRuntime
import Foundation
import PhoneKit
import Testing
import UIKit

@MainActor
@Suite struct RecentsTests {
    @Test func `C35: a tap in Recents while the app is open places the call as well`() async {
        let phone = LinkedPhone()
        await phone.register()
        await phone.device.leaveApp()
        await phone.device.callBack("+15550100")
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.first?.stage == .connecting)
    }

    @Test func `C35: a tap in Recents starts the app, and the call is placed once`() async {
        let phone = LinkedPhone()
        await phone.register()
        await phone.device.forceQuit()
        #expect(phone.app == nil)
        await phone.device.callBack("+15550100")
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.map(\.stage) == [.connecting])
        #expect(phone.device.frameworkCalls.filter { $0 == Self.request }.count == 1)
    }

    @Test func `C35: two taps in Recents at a cold start place one call`() async {
        let phone = LinkedPhone()
        await phone.register()
        await phone.device.forceQuit()
        phone.device.applyAtOnce(.person(.callBack(phone.handle("+15550100"))))
        phone.device.applyAtOnce(.person(.callBack(phone.handle("+15550100"))))
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.map(\.stage) == [.connecting])
        #expect(phone.device.frameworkCalls.filter { $0 == Self.request }.count == 1)
    }

    @Test func `a tel link starts the default calling app, and the call is placed once`() async {
        var manifest = AppManifest()
        manifest.isDefaultCallingApp = true
        let phone = LinkedPhone(manifest)
        await phone.register()
        await phone.device.forceQuit()
        await phone.device.openTelephoneLink("+15550100")
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.map(\.stage) == [.connecting])
        #expect(phone.device.frameworkCalls.filter { $0 == Self.request }.count == 1)
        await phone.device.forceQuit()
        await phone.device.openApp()
        #expect(phone.device.screen.isEmpty)
    }

    @Test func `without credentials a tap in Recents opens the app and places no call`() async {
        let phone = LinkedPhone()
        await phone.device.callBack("+15550100")
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.terminations.isEmpty)
        #expect(!phone.device.frameworkCalls.contains(Self.request))
    }

    private static let request = "CXCallController.request(_:completion:)"

    @Test func `P11: a link that asks for no call is the web app's`() async throws {
        let phone = LinkedPhone()
        await phone.register()
        phone.open(try #require(URL(string: "com.example.app://oauth?code=1")))
        phone.resume(NSUserActivity(activityType: "NSUserActivityTypeBrowsingWeb"))
        #expect(phone.unclaimed == ["com.example.app://oauth?code=1", "NSUserActivityTypeBrowsingWeb"])
        #expect(phone.device.screen.isEmpty)
    }

    @Test func `a link that asks for a call places it, and does not reach the web app`() async throws {
        let phone = LinkedPhone()
        await phone.register()
        phone.open(try #require(URL(string: "tel:+15550100")))
        #expect(phone.unclaimed.isEmpty)
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.first?.stage == .connecting)
    }
}
