import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct PushTests {
    @Test(arguments: [DeviceProfile.ios16, .ios18, .ios26, .ios26p4, .ios27, .strict])
    func `a push starts the closed app on a locked phone, and it rings`(profile: DeviceProfile) async {
        let phone = PhoneUnderTest(profile)
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        #expect(phone.device.screen.map(\.name) == ["Anna"])
        #expect(phone.device.screen.first?.stage == .ringing)
        #expect(phone.outside?.lines == [])
        await phone.device.advance(by: .seconds(9))
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.isEmpty)
        #expect(phone.device.hazards.isEmpty)
        withExtendedLifetime(phone) {}
    }

    @Test(.heeds(.c7), arguments: [DeviceProfile.ios18, .ios26p4], Payload.malformed)
    func `every push is reported before the delegate returns`(
        profile: DeviceProfile, payload: String
    ) async {
        let phone = PhoneUnderTest(profile)
        await phone.device.lock()
        await phone.device.push(json: Data(payload.utf8))
        await phone.device.advance(by: .seconds(9))
        #expect(phone.processes.count == 1)
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.isEmpty)
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.device.screen.isEmpty)
    }

    @Test func `a push of a call that rings is reported again under the same name`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        let first = phone.device.screen.map(\.id)
        await phone.device.push(json: Payload.call(1))
        #expect(phone.device.screen.map(\.id) == first)
        await phone.device.advance(by: .seconds(9))
        #expect(phone.device.violations == 0)
        #expect(phone.device.hazards.isEmpty)
    }

    @Test func `a push that only says that a call is over stops the ringing`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.push(json: Payload.call(1))
        await phone.device.push(json: Payload.ended(1))
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.isEmpty)
    }

    @Test func `three hundred pushes of noise break no rule`() async {
        let phone = PhoneUnderTest(.ios18)
        var noise = SystemNoise(seed: 7)
        for _ in 0..<300 {
            await phone.device.push(json: noise.object())
            await phone.device.advance(by: .milliseconds(100))
        }
        await phone.device.advance(by: .seconds(30))
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.isEmpty)
        #expect(phone.device.screen.isEmpty)
    }

    @Test func `the token is reported at every launch and when it changes`() async {
        let receiver = ReceiverUnderTest()
        await receiver.device.openApp()
        let token = receiver.device.token.map(DevicePushToken.init(bytes:))
        #expect(token != nil)
        #expect(receiver.sink.events == [.pushToken(token)])
        await receiver.device.changeToken()
        #expect(receiver.sink.events.last == .pushToken(receiver.device.token.map(DevicePushToken.init(bytes:))))
        await receiver.device.invalidateToken()
        #expect(receiver.sink.events.last == .pushToken(nil))
        #expect(receiver.sink.events.count == 3)
    }

    @Test func `the system's word on whether a report is due is passed on; before 26.4 one is always due`() async {
        for (profile, mustReport) in [(DeviceProfile.ios18, true), (.ios26p4, false)] {
            let receiver = ReceiverUnderTest(profile)
            await receiver.device.openApp()
            await receiver.device.push(json: Payload.call(1))
            #expect(receiver.sink.pushes.map(\.mustReport) == [mustReport])
        }
    }
}
