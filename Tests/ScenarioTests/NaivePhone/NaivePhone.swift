import AVFAudio
import DeviceModel
import DeviceRuntime
import Foundation
import Scenarios
import Security

/// A phone as it is written without knowing what Apple's frameworks demand: it works at the desk. Which mistakes it
/// makes is said; without any it passes every scenario, which shows that the mistake named is why it fails one.
@MainActor
final class NaivePhone: ScenarioPhone {
    let name: String
    var manifest: AppManifest {
        var manifest = AppManifest()
        manifest.usesScenes = !faults.contains(.livesWithoutScenes)
        return manifest
    }
    private let faults: Set<NaiveFault>
    private weak var app: NaiveApp?

    init(_ faults: Set<NaiveFault>) {
        self.faults = faults
        name = "naive"
    }

    func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject {
        if faults.contains(.migratesAtLaunch), context.isInBackground { context.blocksMainThread(for: .seconds(8)) }
        if faults.contains(.warmsUpAtLaunch), context.isInBackground { context.blocksMainThread(for: .seconds(4)) }
        let app = NaiveApp(context, exchange, faults)
        self.app = app
        return app
    }

    func signIn(_ organizations: [String]) {
        for organization in organizations {
            let accessible =
                faults.contains(.keychainWhenUnlocked)
                ? kSecAttrAccessibleWhenUnlocked : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "naive",
                kSecAttrAccount as String: organization, kSecValueData as String: Data("secret".utf8),
                kSecAttrAccessible as String: accessible,
            ]
            _ = SecItemAdd(item as CFDictionary, nil)
        }
        app?.memory.remember([])
        app?.askForNotifications()
        app?.signedIn(organizations)
    }

    func perform(_ action: AppUserAction, reports: @escaping @MainActor (String) -> Void) {
        app?.perform(action, reports: reports)
    }
}
