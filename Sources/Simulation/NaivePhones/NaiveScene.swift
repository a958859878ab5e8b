import DeviceRuntime
import Foundation
import Intents
import Scenarios
import UIKit

/// The scene of the naive phone.
final class NaiveScene: NSObject, UIWindowSceneDelegate {
    private weak var app: NaiveApp?

    init(_ app: NaiveApp) {
        self.app = app
    }

    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard app?.has(.forgetsOptions) == false else { return }
        for activity in connectionOptions.userActivities { callBack(activity) }
    }

    func sceneDidBecomeActive(_ scene: UIScene) { app?.cameToScreen() }

    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { callBack(userActivity) }

    private func callBack(_ activity: NSUserActivity) {
        guard let app, let intent = activity.interaction?.intent as? INStartCallIntent,
            let number = intent.contacts?.first?.personHandle?.value
        else { return }
        let organization = app.exchange.scenario.device.organizations.first ?? ""
        app.perform(.dial(number: number, name: nil, organization: organization)) { _ in }
    }
}
