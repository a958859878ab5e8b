import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Testing

/// Whole calls: the real shell and the real phone on the modelled device; only the exchange is played.
@MainActor
@Suite struct CallTests {
    @Test(.heeds(.c64), arguments: [DeviceProfile.ios16, .ios18, .ios26, .ios26p4, .ios27])
    func `a call is answered on the lock screen, heard, and hung up there`(profile: DeviceProfile) async {
        let phone = PhoneUnderTest(profile)
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .milliseconds(100))
        await phone.device.answer()
        #expect(phone.device.screen.first?.stage == .connecting)
        await phone.invite(1)
        await phone.line(1, .inbound, .invited, .answer, .mediaConnected)
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.first?.stage == .connected)
        #expect(phone.lineOrders == ["line answer", "start audio"])
        await phone.device.endCall()
        await phone.device.advance(by: .seconds(2))
        #expect(phone.lineOrders.contains("line hang up"))
        #expect(phone.lineOrders.contains("stop audio"))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.recents.map(\.kind) == [.incoming])
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.isEmpty)
    }

    @Test func `a call that is not answered is missed, before the system ends it`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.advance(by: .seconds(58))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.recents.map(\.kind) == [.missed])
        #expect(phone.outside?.news.contains(.unread(1)) == true)
        #expect(phone.device.hazards.isEmpty)
    }

    @Test func `a call answered that never connects fails before the action times out`() async {
        let phone = PhoneUnderTest(.strict)
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .milliseconds(100))
        await phone.device.answer()
        await phone.device.advance(by: .seconds(90))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.outside?.lines.contains { if case .actionTimedOut = $0 { true } else { false } } == false)
    }

    @Test(.heeds(.c26)) func `a call filtered by Do Not Disturb is declined on this phone alone`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.filterCalls(.doNotDisturb)
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.advance(by: .seconds(40))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.lineOrders == [])
        #expect(phone.device.violations == 0)
    }

    @Test func `a decline reaches the exchange`() async {
        let phone = PhoneUnderTest()
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.decline()
        await phone.device.advance(by: .seconds(2))
        #expect(phone.lineOrders == ["line decline"])
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.hazards.isEmpty)
    }

    @Test func `a tap on mute, hold and digits each reaches the line once`() async {
        let phone = PhoneUnderTest()
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.answer()
        await phone.line(1, .inbound, .invited, .answer, .mediaConnected)
        await phone.device.advance(by: .seconds(5))
        let before = phone.lineOrders.count
        await phone.device.mute(true)
        await phone.device.type(digits: "5")
        #expect(phone.lineOrders[before...] == ["line mute", "line digits"])
        #expect(phone.device.hazards.isEmpty)
    }

    @Test func `a call placed from the app goes through the system first`() async {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        let key = CredentialKey(PhoneUnderTest.acme, CredentialVersion(rawValue: 1))
        await phone.provision(key)
        await phone.pass(.signaling(RegistrationID(PhoneUnderTest.acme), .ready))
        var outcomes: [UserOutcome] = []
        phone.device.asApp { phone.app?.dial(Redacted("+15550123")) { outcomes.append($0) } }
        await phone.device.advance(by: .seconds(1))
        guard case .accepted = outcomes.first else {
            Issue.record("not accepted: \(outcomes)")
            return
        }
        #expect(phone.lineOrders.contains("line dial"))
        #expect(phone.device.screen.count == 1)
        #expect(phone.device.hazards.isEmpty)
    }
}
