import CarillonApp
import Foundation
import PhoneKit
import UIKit

/// The process begins here, also for a push on a locked phone. Nothing of a call waits for a scene.
@main
final class AppDelegate: UIResponder, CarillonPhoneOwner {
    /// Made before this method returns, so that a push which started the process finds registry, provider and delegates.
    private(set) var phone: CarillonPhone?
}

extension AppDelegate: UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = .ofThisApp()
        return true
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { phone?.application.registerToken(alertToken: deviceToken) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let phone else { return completionHandler(.noData) }
        phone.application.receive(userInfo, completion: completionHandler)
    }

    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        UISceneConfiguration(name: "Default", sessionRole: connectingSceneSession.role)
    }
}
