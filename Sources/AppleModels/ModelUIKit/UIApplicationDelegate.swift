internal import DeviceRuntime
public import Foundation

/// The app toward its process.
///
/// Source: developer.apple.com/documentation/uikit/uiapplicationdelegate.
@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
    /// The process runs. Also for a push, then without a word of it (C70).
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
    /// A scene is about to connect.
    func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration
    /// The address for pushes that are no calls.
    func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
    /// There is none.
    func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
    /// A push that is no call. Not delivered by this model.
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
    /// What is protected can be read, as the phone is unlocked.
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication)
    /// What is protected can soon not be read any more.
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication)
    /// The process is about to end. Not called for one that is killed.
    func applicationWillTerminate(_ application: UIApplication)
}

/// What Objective-C's `optional` does: the model calls, and learns that nobody is there.
extension UIApplicationDelegate {
    /// Not implemented.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        OptionalProbe.missed()
        return true
    }
    /// Not implemented: the configuration of Info.plist.
    public func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        OptionalProbe.missed()
        return UISceneConfiguration(name: nil, sessionRole: connectingSceneSession.role)
    }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { OptionalProbe.missed() }
    /// Not implemented.
    public func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) { OptionalProbe.missed() }
    /// Not implemented.
    public func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
        OptionalProbe.missed()
    }
    /// Not implemented.
    public func applicationWillTerminate(_ application: UIApplication) { OptionalProbe.missed() }
}

extension UIApplication {
    /// What a launch may be told. For a VoIP push it is told nothing (C70).
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String
        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// What came of a push in the background.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData = 0
    /// Nothing.
    case noData = 1
    /// An error.
    case failed = 2
}
