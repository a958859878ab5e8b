import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import Testing

/// What the phone calls of Apple's frameworks, and when: by need, so that a call on a locked phone lacks nothing.
@MainActor
@Suite struct LaunchPhaseTests {
    /// All of it before the app delegate's launch method returns. Source: C13, C21, C30, C110.
    private static let launch = [
        "CXProvider.init(configuration:)", "CXProvider.setDelegate(_:queue:)",
        "UNUserNotificationCenter.current()", "UNUserNotificationCenter.delegate =",
        "Data.init(contentsOf:options:)", "PKPushRegistry.init(queue:)", "PKPushRegistry.delegate =",
        "PKPushRegistry.desiredPushTypes =",
    ]

    /// What must not be called at a launch, and why: it asks another process, reads what may be locked, shows something
    /// or takes long. Source: C61, C75, C77, C79, C103.
    private static let forbidden = [
        "AVAudioSession.", "AVAudioApplication.", "NWPathMonitor.", "SecItem", "UserDefaults.",
        "UNUserNotificationCenter.requestAuthorization", "UNUserNotificationCenter.add", "WKWebsiteDataStore.",
        "WKHTTPCookieStore.", "ASAuthorization", "UIApplication.registerForRemoteNotifications()", "CAP",
        "CXProvider.report", "CXCallController.request", "UIImpactFeedbackGenerator.", "UIWindow.",
    ]

    /// A phone on which the app was opened before: the first start of an installation has more to do.
    private func usedPhone(_ profile: DeviceProfile = .ios26p4) async -> PhoneUnderTest {
        let phone = PhoneUnderTest(profile)
        await phone.device.openApp()
        await phone.device.forceQuit()
        return phone
    }

    private func isForbidden(_ call: String) -> Bool { Self.forbidden.contains { call.hasPrefix($0) } }

    @Test func `started by the person, the phone makes exactly these calls`() async {
        let phone = await usedPhone()
        await phone.device.openApp()
        #expect(phone.device.launchCalls == Self.launch)
    }

    @Test func `the first start of an installation notes that there was one, and clears the keychain beside it`() async
    {
        let phone = PhoneUnderTest()
        await phone.device.openApp()
        // On a thread of its own, which nothing waits for: it may come before the launch is over or after it.
        let calls = phone.device.launchCalls.filter { $0 != "SecItemDelete(_:)" }
        #expect(calls.filter { $0 != "Data.write(to:options:)" } == Self.launch)
        #expect(calls.count == Self.launch.count + 1)
        #expect(phone.device.frameworkCalls.contains("SecItemDelete(_:)"))
    }

    @Test(.heeds(.c75)) func `started by a push on a locked phone, it makes the same, and then reports`() async {
        let phone = await usedPhone()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        #expect(phone.device.launchCalls == Self.launch)
        let next = phone.device.frameworkCalls.dropFirst(Self.launch.count).prefix(3)
        #expect(
            next == [
                "CXProvider.configuration =", "CXProvider.reportNewIncomingCall(with:update:completion:)",
                "Data.write(to:options:)",
            ])
    }

    @Test func `before the first unlock it waits for the unlock besides, and asks nothing that is locked`() async {
        let phone = PhoneUnderTest(.ios18)
        await phone.device.openApp()
        await phone.device.reboot()
        await phone.device.push(json: Payload.call(1))
        #expect(phone.device.launchCalls.filter { $0 != "UIApplication.shared" } == Self.launch)
        #expect(phone.device.launchCalls.filter { $0 == "UIApplication.shared" }.count == 1)
    }

    @Test(arguments: DeviceProfile.allCases)
    func `nothing forbidden is called at a launch on any system`(profile: DeviceProfile) async {
        let opened = await usedPhone(profile)
        await opened.device.openApp()
        #expect(opened.device.launchCalls.filter(isForbidden) == [])
        #expect(!opened.device.launchCalls.isEmpty)
        let pushed = await usedPhone(profile)
        await pushed.device.lock()
        await pushed.device.push(json: Payload.call(1))
        #expect(pushed.device.launchCalls.filter(isForbidden) == [])
        #expect(!pushed.device.launchCalls.isEmpty)
    }

    @Test func `a launch after a call was cut off adds its notice and makes no forbidden call`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.kill(.crash)
        await phone.device.unlock()
        await phone.device.openApp()
        let more = phone.device.launchCalls.filter { !Self.launch.contains($0) }
        #expect(more.filter(isForbidden) == [])
        #expect(more.contains("CXCallObserver.calls"))
        await phone.device.advance(by: PhoneLimits().outcomeWait)
        #expect(phone.device.frameworkCalls.contains("UNUserNotificationCenter.add(_:withCompletionHandler:)"))
    }

    @Test func `an audio session, the path and the keychain are touched when a call needs them`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        let calls = phone.device.frameworkCalls
        #expect(calls.contains("NWPathMonitor.start(queue:)"))
        #expect(!calls.contains("AVAudioSession.setCategory(_:mode:options:)"))
        await phone.device.answer()
        #expect(phone.device.frameworkCalls.contains("AVAudioSession.setCategory(_:mode:options:)"))
        #expect(!phone.device.frameworkCalls.contains("AVAudioSession.setActive(_:options:)"))
    }

    @Test func `after a push, and when the app is seen, the network is looked at: the process may have slept`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.device.advance(by: .seconds(1))
        let looks = { @MainActor in phone.device.frameworkCalls.count { $0 == "NWPathMonitor.currentPath" } }
        let before = looks()
        await phone.device.push(json: Payload.call(2))
        #expect(looks() == before + 1)
        await phone.device.unlock()
        await phone.device.openApp()
        #expect(looks() == before + 2)
    }

    @Test func `a whole call on a locked phone needs no scene, and no call of it is forbidden`() async {
        let phone = PhoneUnderTest()
        await phone.device.lock()
        await phone.device.push(json: Payload.call(1))
        await phone.invite(1)
        await phone.device.answer()
        await phone.line(1, .inbound, .invited, .answer, .mediaConnected)
        #expect(phone.device.screen.first?.stage == .connected)
        #expect(phone.lineOrders.contains("start audio"))
        await phone.device.endCall()
        #expect(phone.lineOrders.contains("stop audio"))
        #expect(phone.device.screen.isEmpty)
        #expect(phone.device.violations == 0)
        #expect(phone.device.hazards.isEmpty)
        #expect(phone.timesOnScreen == 0)
        #expect(phone.device.machine.process.scene != .active)
        #expect(!phone.device.frameworkCalls.contains("AVAudioSession.setActive(_:options:)"))
    }
}
