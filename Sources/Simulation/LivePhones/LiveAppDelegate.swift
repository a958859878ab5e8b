import DeviceRuntime
import Foundation
import PhoneKit
import UIKit

/// The app's entrance: makes the phone, and keeps it for the life of the process.
final class LiveAppDelegate: NSObject, UIApplicationDelegate {
    private let context: LaunchContext
    private let home: LiveHome
    private var phone: PhoneApplication?

    init(_ context: LaunchContext, _ home: LiveHome) {
        self.context = context
        self.home = home
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = home.launch(context)
        return true
    }

    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { phone?.take(alertToken: deviceToken) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        guard let phone else { return completionHandler(.noData) }
        phone.receive(userInfo, completion: completionHandler)
    }
}
