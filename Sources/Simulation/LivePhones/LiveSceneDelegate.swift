import Foundation
import PhoneKit
import UIKit

/// The app's one scene.
final class LiveSceneDelegate: NSObject, UIWindowSceneDelegate {
    private let home: LiveHome

    init(_ home: LiveHome) {
        self.home = home
    }

    func sceneDidBecomeActive(_ scene: UIScene) { home.app?.sceneBecameActive() }
    func sceneDidEnterBackground(_ scene: UIScene) { home.app?.sceneEnteredBackground() }
}
