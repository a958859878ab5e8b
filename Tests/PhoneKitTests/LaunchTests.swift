import AVFAudio
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import Security
import Testing
import UserNotifications

@MainActor
@Suite struct LaunchTests {
    @Test(.heeds(.c22)) func `a launch makes provider, delegates and registry, and touches nothing else`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Data("{}".utf8))
        let notifications = phone.device.kernel.notificationCenter
        #expect(phone.device.machine.calls.provider?.hasDelegate == true)
        #expect(notifications.hasDelegate)
        #expect(!notifications.isAskingPermission)
        #expect(phone.device.asApp { AVAudioSession.sharedInstance().category } == .soloAmbient)
        #expect(phone.device.machine.process.backgroundTasks.isEmpty)
        #expect(phone.outside?.orders.contains { $0.hasPrefix("signaling") || $0.hasPrefix("line") } == false)
        #expect(phone.device.terminations.isEmpty)
        await phone.device.network(.cellular())
        await phone.device.advance(by: .seconds(2))
        #expect(phone.outside?.news.contains { if case .network = $0 { true } else { false } } == false)
    }

    @Test func `a call rings and is answered on a locked phone though no scene ever becomes active`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.answer()
        #expect(phone.device.screen.first?.stage == .connecting)
        #expect(phone.outside?.orders.contains { $0.hasPrefix("signaling connect") } == true)
        #expect(phone.device.asApp { AVAudioSession.sharedInstance().category } == .playAndRecord)
        #expect(phone.device.violations == 0)
        #expect(phone.device.hazards.isEmpty)
    }

    @Test func `before the first unlock a call is reported and ended, and a notice asks the person to unlock`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.openApp()
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(10))
        #expect(phone.device.violations == 0)
        #expect(phone.device.terminations.filter { $0.reason != .reboot }.isEmpty)
        #expect(phone.device.screen.isEmpty)
    }

    @Test func `a process that was suspended over the first unlock rings for the next push`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.push(json: Payload.call(3))
        await phone.device.decline()
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.isEmpty)
        await phone.device.advance(by: .seconds(59))
        #expect(phone.device.life == .suspended)
        await phone.device.unlock()
        await phone.device.push(json: Payload.call(2))
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.map(\.stage) == [.ringing])
        #expect(phone.device.violations == 0)
    }

    @Test func `the record of a killed process is found by the next one`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.screen.count == 1)
        await phone.device.kill(.crash)
        await phone.device.unlock()
        await phone.device.openApp()
        #expect(phone.processes.count == 2)
        #expect(phone.outside?.news.contains(.unread(1)) == false)
        await phone.device.advance(by: PhoneLimits().outcomeWait)
        #expect(phone.outside?.news.contains(.unread(1)) == true)
    }

    @Test func `a record that was closed at the launch is read when the phone is unlocked, and once`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.openApp()
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        let reads = { @MainActor in phone.device.frameworkCalls.count { $0 == "Data.init(contentsOf:options:)" } }
        let before = reads()
        await phone.device.unlock()
        #expect(reads() == before + 1)
        await phone.device.openApp()
        await phone.device.leaveApp()
        await phone.device.openApp()
        #expect(reads() == before + 1)
        #expect(phone.processes.count == 2)
    }

    @Test func `when the app is seen again, the notices come to the phone again`() async {
        let phone = PhoneUnderTest()
        let host = OtherDelegate()
        await phone.device.openApp()
        phone.device.asApp { UNUserNotificationCenter.current().delegate = host }
        await phone.device.leaveApp()
        await phone.device.openApp()
        #expect(phone.device.asApp { UNUserNotificationCenter.current().delegate !== host } == true)
    }

    @Test func `when the app is seen, items of earlier versions are made readable on a locked phone`() async {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        let old: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "test",
            kSecAttrAccount as String: "acme.1", kSecValueData as String: Data([1]),
            kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked,
        ]
        phone.device.asApp { #expect(SecItemAdd(old as CFDictionary, nil) == errSecSuccess) }
        await phone.device.leaveApp()
        await phone.device.openApp()
        await phone.device.advance(by: .seconds(1))
        #expect(phone.device.keychain.items.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
    }
}

/// Another delegate in the app, as Capacitor's bridge is.
private final class OtherDelegate: NSObject, UNUserNotificationCenterDelegate {}
