internal import DeviceRuntime
public import Foundation

/// Receives the events of the app's process.
///
/// Source: developer.apple.com/documentation/uikit/uiapplicationdelegate.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The process was launched. If a push caused the launch, the options do not say so (C70).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// A scene is about to connect.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// The token for pushes that are not VoIP pushes.
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    /// No token is available.
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// A push in the background, which is not a VoIP push.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    /// Protected files have become readable, as the phone is unlocked.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
    /// Protected files are about to become unreadable.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    /// The process is about to end. This is not called when the process is killed.
    func applicationWillTerminate(_ application: UIApplication)
}

/// These defaults stand for Objective-C's `optional`: they tell the model that the delegate lacks the method.
extension UIApplicationDelegate {
    /// Not implemented.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        OptionalMethodDetector.missed()
        return true
    }
    /// Not implemented: returns the configuration of Info.plist.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        OptionalMethodDetector.missed()
        return UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { OptionalMethodDetector.missed() }
    /// Not implemented.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        OptionalMethodDetector.missed()
    }
    /// Not implemented.
    public func applicationWillTerminate(_ application: UIApplication) { OptionalMethodDetector.missed() }
}

extension UIApplication {
    /// A key of the launch options. A launch for a VoIP push has no options (C70).
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The system's name.
        public let rawValue: String
        /// Makes a key from the system's name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// The result of a background fetch.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// New data was fetched.
    case newData = 0
    /// There was no new data.
    case noData = 1
    /// The fetch failed.
    case failed = 2
}
