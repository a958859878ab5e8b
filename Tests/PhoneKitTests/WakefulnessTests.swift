import DeviceModel
import DeviceRuntime
import PhoneKit
import Testing
import UIKit

@MainActor
@Suite struct WakefulnessTests {
    @Test func `C71: a process that keeps awake is not suspended, and one that lets go is`() async {
        let phone = await AppUnderTest { _ in BackgroundTime() }
        await phone.order { $0.keepAwake(true) }
        await phone.device.leaveApp()
        await phone.device.advance(by: .seconds(20))
        #expect(phone.device.machine.process.life == .background)
        await phone.order { $0.keepAwake(false) }
        await phone.device.advance(by: .seconds(20))
        #expect(phone.device.machine.process.life == .suspended)
        #expect(phone.device.terminations.isEmpty)
    }

    @Test func `C71: time that expires is given back, so that the process is not killed for it`() async {
        let phone = await AppUnderTest { _ in BackgroundTime() }
        await phone.order { $0.keepAwake(true) }
        await phone.device.leaveApp()
        await phone.device.advance(by: .seconds(90))
        #expect(phone.device.machine.process.life == .suspended)
        #expect(phone.device.machine.process.backgroundTasks.isEmpty)
        #expect(phone.device.terminations.isEmpty)
    }

    @Test func `two requests make one background task, and after it expired the next one is made`() async {
        let phone = await AppUnderTest { _ in BackgroundTime() }
        await phone.order { $0.keepAwake(true) }
        await phone.order { $0.keepAwake(true) }
        #expect(phone.device.machine.process.backgroundTasks.count == 1)
        await phone.device.leaveApp()
        await phone.device.advance(by: .seconds(90))
        await phone.device.openApp()
        await phone.order { $0.keepAwake(true) }
        #expect(phone.device.machine.process.backgroundTasks.count == 1)
    }
}
