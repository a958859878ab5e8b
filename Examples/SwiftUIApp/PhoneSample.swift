import CarillonApp
import Foundation
import PhoneKit
import SwiftUI
import UIKit

/// An app of SwiftUI with a phone. The system's own screen shows a call on a locked phone; these views show it in the app.
@main
struct PhoneSample: App {
    @UIApplicationDelegateAdaptor private var delegate: SampleDelegate
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            if let phone = delegate.phone {
                if phone.model.isSignedIn { PhoneScreen(phone: phone.model) } else { SignInScreen(phone: phone) }
            }
        }
        .onChange(of: phase) { _, phase in
            switch phase {
            case .active: delegate.phone?.cameToScreen()
            case .background: delegate.phone?.application.sceneEnteredBackground()
            default: break
            }
        }
    }
}

/// The process begins here, also for a push on a locked phone.
@MainActor
final class SampleDelegate: UIResponder {
    private(set) var phone: CarillonPhone?
}

extension SampleDelegate: UIApplicationDelegate {
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
}
