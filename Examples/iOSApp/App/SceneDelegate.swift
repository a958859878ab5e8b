import PhoneKit
import UIKit

/// The app on the screen. The phone lives without it.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var phone: AppPhone? { (UIApplication.shared.delegate as? AppDelegate)?.phone }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let scene = scene as? UIWindowScene, let phone else { return }
        let window = UIWindow(windowScene: scene)
        window.rootViewController = PhoneViewController()
        window.makeKeyAndVisible()
        self.window = window
        phone.window = window
        phone.application.open(connectionOptions, scheme: AppPhone.scheme)
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
        for context in URLContexts { phone?.application.open(context.url, scheme: AppPhone.scheme) }
    }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        phone?.application.resume(userActivity)
    }
}
