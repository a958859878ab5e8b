import DeviceModel
import DeviceRuntime
import Foundation
import PhoneKit
import Testing

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

    @Test func `links place calls, or say that they ask for none`() async throws {
        let phone = LinkedPhone()
        await phone.register()
        let mail = try #require(URL(string: "mailto:anna@example.com"))
        let number = try #require(URL(string: "tel:+15550100"))
        #expect(phone.device.asApp { phone.app?.open(mail, scheme: "carillon") } == false)
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.asApp { phone.app?.open(number, scheme: "carillon") } == true)
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.first?.stage == .connecting)
    }
}
