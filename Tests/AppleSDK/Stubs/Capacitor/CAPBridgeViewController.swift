public import Foundation
public import UIKit

/// Header-shaped: what the template uses of Capacitor's view controller and delegate proxy.
open class CAPBridgeViewController: UIViewController {
    public final var bridge: (any CAPBridgeProtocol)? { nil }
    open func capacitorDidLoad() {}
}

/// It conforms to `UIApplicationDelegate`, which isolates it.
@MainActor
public class ApplicationDelegateProxy: NSObject, UIApplicationDelegate {
    public static var shared: ApplicationDelegateProxy { ApplicationDelegateProxy() }
    public private(set) var lastURL: URL?
    public func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any] = [:]
    ) -> Bool { true }
    public func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool { true }
}
