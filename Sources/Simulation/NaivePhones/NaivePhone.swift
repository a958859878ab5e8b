import AVFAudio
package import DeviceModel
package import DeviceRuntime
import Foundation
package import Scenarios
import Security

/// A phone as it is written without knowing what Apple's frameworks demand: it works at the desk. Which mistakes it
/// makes is said; without any it passes every scenario, which shows that the mistake named is why it fails one.
@MainActor
package final class NaivePhone: ScenarioPhone {
    package let name: String
    package var manifest: AppManifest {
        var manifest = AppManifest()
        manifest.usesScenes = !faults.contains(.livesWithoutScenes)
        return manifest
    }
    private let faults: Set<NaiveFault>
    private weak var app: NaiveApp?

    package init(_ faults: Set<NaiveFault>) {
        self.faults = faults
        name = "naive"
    }

    package func launch(_ context: LaunchContext, exchange: ScriptedExchange) -> any AnyObject {
        if faults.contains(.migratesAtLaunch), context.isInBackground { context.blocksMainThread(for: .seconds(8)) }
        if faults.contains(.warmsUpAtLaunch), context.isInBackground { context.blocksMainThread(for: .seconds(4)) }
        let app = NaiveApp(context, exchange, faults)
        self.app = app
        return app
    }

    package func signIn(_ organizations: [String]) {
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

    package func perform(_ action: AppUserAction, reports: @escaping @MainActor (String) -> Void) {
        app?.perform(action, reports: reports)
    }
}
