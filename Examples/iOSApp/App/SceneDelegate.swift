import Capacitor
import CarillonApp
import PhoneKit
import UIKit

/// The app on the screen. The phone lives without it.
final class SceneDelegate: UIResponder {
    var window: UIWindow?
    private var phone: CarillonPhone? { (UIApplication.shared.delegate as? AppDelegate)?.phone }

    /// What asks for no call is the web app's: `appUrlOpen`, the return of a sign-in, a universal link.
    private func handToPage(_ link: PhoneApplication.UnclaimedLink, _ contexts: Set<UIOpenURLContext> = []) {
        let (application, proxy) = (UIApplication.shared, ApplicationDelegateProxy.shared)
        switch link {
        case .url(let url):
            let context = contexts.first { $0.url == url }
            // on purpose: it says only whether a plugin took it
            _ = proxy.application(application, open: url, options: context?.delegateOptions ?? [:])
        case .activity(let activity):
            // on purpose: as above
            _ = proxy.application(application, continue: activity) { @Sendable _ in }
        }
    }
}

extension SceneDelegate: UIWindowSceneDelegate {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene, let phone else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = CAPBridgeViewController()
        window.makeKeyAndVisible()
        self.window = window
        phone.window = window
        phone.application.open(connectionOptions, scheme: phone.scheme) {
            handToPage($0, connectionOptions.urlContexts)
        }
    }

    func sceneDidDisconnect(_ scene: UIScene) {
        phone?.window = nil
    }

    func sceneDidBecomeActive(_ scene: UIScene) {
        phone?.cameToScreen()
    }

    func sceneDidEnterBackground(_ scene: UIScene) {
        phone?.application.sceneEnteredBackground()
    }

    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        guard let phone else { return }
        for context in URLContexts {
            phone.application.open(context.url, scheme: phone.scheme) { handToPage($0, [context]) }
        }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        phone?.application.resume(userActivity) { handToPage($0) }
    }
}

extension UIOpenURLContext {
    /// Who opens the link, as an app without scenes would be told: Capacitor's plugins read it there.
    fileprivate var delegateOptions: [UIApplication.OpenURLOptionsKey: Any] {
        var values: [UIApplication.OpenURLOptionsKey: Any] = [.openInPlace: options.openInPlace]
        values[.sourceApplication] = options.sourceApplication
        return values
    }
}
