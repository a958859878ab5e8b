import DeviceModel
import DeviceRuntime
import Foundation
import PushKit
import Testing

@MainActor
@Suite struct ReportFirstTests {
    @Test func `a push starts a closed app on a locked phone, and it rings`() async {
        let phone = ModelDevice.withCallApp()
        await phone.lock()
        await phone.push(.call(name: "Anna"))
        #expect(phone.screen.map(\.name) == ["Anna"])
        #expect(phone.screen.first?.stage == .ringing)
        #expect(phone.terminations.isEmpty)
        await phone.advance(by: .seconds(8))
        #expect(phone.callApp?.reportErrors == ["accepted"])
        #expect(phone.violations == 0)
    }

    @Test func `a push answered with nothing kills the app the moment its delegate returns`() async {
        let phone = ModelDevice.withCallApp { $0.onPush = { _, _ in } }
        await phone.push(.call())
        #expect(phone.terminations.map(\.reason) == [.pushNotReported])
        #expect(phone.app == nil)
        #expect(phone.violations == 1)
    }

    @Test func `a report after any suspension comes too late`() async {
        let phone = ModelDevice.withCallApp {
            $0.onPush = { app, _ in Task { app.report(.test(1)) } }
        }
        await phone.push(.call())
        #expect(phone.terminations.map(\.reason) == [.pushNotReported])
        #expect(phone.screen.isEmpty)
    }
}
