// is refused: 'sceneDidBecomesActive' nearly matches defaulted requirement 'sceneDidBecomeActive'
import UIKit

final class Scenes: UIResponder {}

extension Scenes: UIWindowSceneDelegate {
    func sceneDidBecomesActive(_ scene: UIScene) {}
}
