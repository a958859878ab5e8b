import Capacitor
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct PluginTests {
    private final class App {
        let phone: BridgeUnderTest
        let plugin: ForwardingPlugin
        let bridge: CAPBridge

        @MainActor
        init() {
            phone = BridgeUnderTest(isPageThere: false)
            plugin = ForwardingPlugin(phone)
            bridge = CAPBridge(plugins: [plugin])
            phone.bridge.page = plugin
        }
    }

    @Test func `C111, C112: a page calls the phone from Capacitor's queue, and gets missed events by its cursor`()
        async
    {
        let device = ModelDevice { _ in App() }
        await device.openApp()
        device.asApp { (device.app as? App)?.phone.ring() }
        await device.web(.pageLoaded)
        #expect(device.pageReceived.isEmpty)
        await device.pageListens(to: "incomingCall")
        await device.pageCalls("TelnyxVoip", "getEvents", as: "1")
        guard case .resolved(let news) = device.pageAnswer(to: "1") else {
            Issue.record("no answer")
            return
        }
        let events = news["events"] as? [[String: Any]]
        #expect(events?.compactMap { $0["name"] as? String } == ["incomingCall"])
        #expect(news["gap"] as? Bool == true)
        await device.pageCalls("TelnyxVoip", "hangup", ["callId": 7], as: "2")
        guard case .rejected(_, let code, _) = device.pageAnswer(to: "2") else {
            Issue.record("no refusal")
            return
        }
        #expect(code == "outOfBounds")
        device.asApp { (device.app as? App)?.phone.ring(2) }
        await device.settle()
        #expect(device.pageReceived.map(\.event) == ["incomingCall"])
    }
}
