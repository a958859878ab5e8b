import DeviceModel
import DeviceRuntime
import Foundation
import Testing

@MainActor
@Suite struct DeviceTests {
    @Test func `time of the wall is followed until something holds, or for so long`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        #expect(await phone.followRealTime(atMost: .seconds(60)) { phone.screen.count == 1 })
        #expect(await phone.followRealTime(atMost: .zero) { false } == false)
    }

    @Test func `a phone that is put away keeps no app`() async {
        weak var app: CallApp?
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        app = phone.callApp
        #expect(app != nil)
        phone.dropProcess()
        #expect(phone.app == nil)
        #expect(app == nil)
    }

    @Test func `a tap on a missing button does nothing and is recorded`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        await phone.answer()
        #expect(phone.moments.last?.words == "a tap on a button that is not there")
        #expect(phone.callApp?.actions.isEmpty == true)
    }

    @Test func `the observation log of a day reads as prose`() async {
        let phone = ModelDevice.withCallApp()
        await phone.lock()
        await phone.push(.call(name: "Anna"), after: .milliseconds(1500))
        await phone.advance(by: .seconds(3))
        await phone.answer()
        await phone.advance(by: .seconds(2))
        await phone.endCall()
        let words = phone.moments.map(\.description).filter { !$0.contains("the app:") }
        #expect(
            words == [
                "1.500  rings: Anna", "3.000  connecting…", "3.000  connected, the timer runs",
                "5.000  the call is over", "5.000  Recents: incoming call, Anna",
            ])
    }

    @Test func `a device that does not come to rest reports why`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        var rounds = 0
        phone.staysBusy {
            rounds += 1
            return rounds < 100
        }
        await phone.settle()
        #expect(rounds >= 100)
    }

    @Test(arguments: DeviceProfile.allCases)
    func `on every system a call on a locked phone can be taken and ended`(_ profile: DeviceProfile) async {
        let phone = ModelDevice.withCallApp(profile)
        await phone.lock()
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(2))
        #expect(phone.screen.map(\.stage) == [.connected])
        await phone.endCall()
        await phone.advance(by: .seconds(30))
        #expect(phone.screen.isEmpty)
        #expect(phone.terminations.isEmpty)
        #expect(phone.recents.count == 1)
    }
}
