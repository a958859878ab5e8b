import Foundation
import Intents
import UIKit

/// The delegate of a scene, which records its calls.
@MainActor
final class SceneLog: NSObject, UIWindowSceneDelegate {
    var window: UIWindow?
    var heard: [String] = []

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { heard.append("connect") }
    func sceneDidBecomeActive(_ scene: UIScene) { heard.append("active") }
    func sceneWillResignActive(_ scene: UIScene) { heard.append("resign") }
    func sceneWillEnterForeground(_ scene: UIScene) { heard.append("enter foreground") }
    func sceneDidEnterBackground(_ scene: UIScene) { heard.append("background") }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        let intent = userActivity.interaction?.intent as? INStartCallIntent
        heard.append("call \(intent?.contacts?.first?.personHandle?.value ?? "an unknown person")")
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        heard.append("open \(URLContexts.first?.url.absoluteString ?? "nothing")")
    }
}

/// An application delegate, which records its calls.
@MainActor
final class LaunchLog: NSObject, UIApplicationDelegate {
    let log: SceneLog

    init(_ log: SceneLog) {
        self.log = log
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        log.heard.append("launched")
        return true
    }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        log.heard.append("push \(userInfo["x"] as? String ?? "")")
        completionHandler(.newData)
    }

    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) { log.heard.append("protected") }
}

/// Records the posted notifications.
@MainActor
final class PostLog {
    private var tokens: [any NSObjectProtocol] = []

    init(_ center: NotificationCenter, note: @escaping @MainActor (String) -> Void) {
        _ = UIApplication.shared
        tokens = [UIApplication.didBecomeActiveNotification, UIApplication.didEnterBackgroundNotification].map { name in
            center.addObserver(forName: name, object: nil, queue: nil) { posted in
                let words = posted.name.rawValue
                MainActor.assumeIsolated { note(words) }
            }
        }
    }
}
