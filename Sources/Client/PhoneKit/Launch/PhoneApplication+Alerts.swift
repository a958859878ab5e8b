public import Foundation
import PhoneCore
import PushPayload
public import UIKit
import WireJSON

/// Alerts and moments in the background: the second way, where pushes that wake the app fail.
extension PhoneApplication {
    /// The system gave the token for alerts: from `didRegisterForRemoteNotificationsWithDeviceToken`.
    public func take(alertToken: Data) { shell.send(.alertToken(PushToken(bytes: alertToken))) }

    /// A push came that is no call, to be passed on from `didReceiveRemoteNotification`: the exchange takes back what an
    /// alert said, if it is one of its own.
    public func receive(
        _ payload: [AnyHashable: Any], completion: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let push = JSONValue(property: payload)
        guard IncomingPush(push).kind == .callEnded else { return completion(.noData) }
        pushes.receive(push, by: .background)
        // Told so, the system may suspend the process: not before the alert was taken away.
        let completion = SystemCompletion { completion(.newData) }
        notices.afterRemovals { completion.call() }
    }
}
