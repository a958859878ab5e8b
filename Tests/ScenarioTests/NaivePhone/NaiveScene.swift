import DeviceRuntime
import Foundation
import UIKit

/// The scene of the naive phone.
final class NaiveScene: NSObject, UIWindowSceneDelegate {
    private weak var app: NaiveApp?

    init(_ app: NaiveApp) {
        self.app = app
    }

    func sceneDidBecomeActive(_ scene: UIScene) { app?.cameToScreen() }
}
