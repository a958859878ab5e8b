import AVFAudio
import CallKit
import Capacitor
import DeviceModel
import DeviceRuntime
import Foundation
import Testing
import UIKit

@MainActor
@Suite struct RecordingTests {
    /// The types that only carry values between an app and a framework, so that making or reading one is no call.
    private static let values: Set<String> = [
        "CXProviderConfiguration", "CXCallUpdate", "CXHandle", "CXCall", "CXTransaction", "NWPath",
        "UNMutableNotificationContent", "UNNotificationRequest", "UNNotificationSound", "UNNotificationAction",
        "UNNotificationCategory", "UNTimeIntervalNotificationTrigger", "UISceneConfiguration", "NSUserActivity",
        "INPersonHandle", "CAPPluginMethod",
    ]

    /// Whether a member is no call into a framework although its class has such calls: an action is a value until it is
    /// handed over, the app overrides a plugin's first methods, a page's arguments are only read, and a notification's
    /// name is a constant.
    private static func carriesValues(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return name.hasPrefix("CAPPluginReturn") }
        if values.contains(parts[0]) { return true }
        if parts[0].hasPrefix("CX"), parts[0].hasSuffix("Action"), parts[1].hasPrefix("init") { return true }
        if parts[0] == "CAPPluginCall", parts[1].hasPrefix("get") || parts[1] == "keepAlive" { return true }
        if parts[0] == "AVAudioSession", parts[1].hasSuffix("Notification") { return true }
        return ["CAPPlugin.init()", "CAPPlugin.load()", "CAPPlugin.perform(_:with:)"].contains(name)
    }

    /// A phone on which an app has called everything.
    private func usedPhone() async throws -> ModelDevice {
        let phone = ModelDevice(
            applicationDelegate: { EverythingDelegate($0) }, sceneDelegate: { SceneLog() })
        await phone.openApp()
        let app = phone.app as? EverythingDelegate
        await phone.push(.call(1))
        await phone.answer()
        await phone.mute()
        await phone.hold()
        await phone.endCall()
        phone.asApp {
            app?.everything.calls.controller.request(
                CXTransaction(
                    action: CXStartCallAction(call: .test(3), handle: CXHandle(type: .phoneNumber, value: "1")))
            ) { _ in }
        }
        await phone.settle()
        let bridge = phone.asApp {
            let bridge = CAPBridge(plugins: [])
            bridge.registerPluginInstance(EverythingPlugin())
            return bridge
        }
        await phone.web(.pageLoaded)
        for method in EverythingPlugin.methods { await phone.pageCalls("Everything", method, as: method) }
        try phone.asApp { try app?.everything.useEverything() }
        await phone.settle()
        phone.asApp { app?.everything.calls.provider.invalidate() }
        #expect(bridge != nil)
        return phone
    }

    @Test func `everything an app can call of a framework is recorded, so that silence means that nothing was`()
        async throws
    {
        let phone = try await usedPhone()
        let recorded = Set(phone.frameworkCalls.map { $0.replacing(" =", with: "") })
        let callable = Set(try EntryPointScan().names.filter { !Self.carriesValues($0) })
        #expect(callable.count > 100)
        #expect(callable.subtracting(recorded).sorted() == [], "are not recorded")
        #expect(recorded.subtracting(callable).sorted() == [], "are recorded by a name that no framework has")
    }

    @Test func `calls are recorded once each, in order, by Apple's names`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(1))
        #expect(
            phone.launchCalls == [
                "CXCallController.init()", "PKPushRegistry.init(queue:)", "CXProvider.init(configuration:)",
                "CXProvider.setDelegate(_:queue:)", "PKPushRegistry.delegate =", "PKPushRegistry.desiredPushTypes =",
            ])
        #expect(
            phone.frameworkCalls.dropFirst(phone.launchCalls.count) == [
                "CXProvider.reportNewIncomingCall(with:update:completion:)"
            ])
    }

    @Test func `the next process begins with none, and no process keeps more than ten thousand`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        phone.asApp {
            for _ in 0..<10_001 { _ = AVAudioSession.sharedInstance() }
        }
        #expect(phone.frameworkCalls.count == 10_000)
        await phone.forceQuit()
        #expect(phone.frameworkCalls == [])
        await phone.openApp()
        #expect(phone.frameworkCalls == phone.launchCalls)
    }
}

private final class EverythingDelegate: NSObject, UIApplicationDelegate {
    let everything: EverythingApp

    init(_ context: LaunchContext) {
        everything = EverythingApp(context)
    }
}
