public import Foundation
public import PhoneCore
import PushPayload
public import Redaction
public import UIKit
import WireJSON

extension PhoneApplication {
    /// A scene became active: the person looks at the app, and the device is unlocked.
    public func sceneBecameActive() {
        notices.attend()
        readAgain()
        tellPushKey()
        path.refresh()
        shell.send(.scene(.active))
        Task { await attendToPerson() }
        Task { await contacts.refresh() }
    }

    /// The last scene left the screen.
    public func sceneEnteredBackground() {
        shell.send(.scene(.background))
    }

    /// The app's own screens want to be connected while they are seen; a connection that waits is tried at once.
    public func connect() {
        path.refresh()
        shell.send(.connection(isWanted: true))
    }

    /// They do not. Calls connect as before.
    public func disconnect() {
        shell.send(.connection(isWanted: false))
    }

    /// Places a call: from the app's own screens, from Recents (`INStartCallIntent`), from a link or a notice.
    ///
    /// - Parameters:
    ///   - destination: a number, the name of a user or an address, as ``DialDestination`` reads it.
    ///   - settled: told once whether it was accepted.
    public func dial(
        _ destination: Redacted<String>, organization: OrganizationID? = nil, name: Redacted<String>? = nil,
        settings: DialSettings = DialSettings(),
        settled: @escaping @MainActor (UserOutcome) -> Void = { _ in }
    ) {
        let spare = CallUUID(parts.names.freshName())
        shell.request(
            .dial(DialRequest(destination, organization: organization, name: name, settings: settings, spare: spare)),
            settled: settled)
    }

    func take(_ answer: NoticeAnswer) {
        shell.send(.notices(.read(answer.call)))
        if let number = answer.number { dial(number) }
    }

    /// Items of earlier versions are made readable on a locked phone while it is unlocked; and who has credentials is
    /// asked whether missed calls may be shown.
    private func attendToPerson() async {
        do throws(CredentialError) {
            try await parts.credentials.store.migrate()
            guard try await !parts.credentials.store.keys().isEmpty else { return }
            notices.askPermission()
            // The token for alerts comes each time: the exchange hears of it, and that the app is alive.
            UIApplication.shared.registerForRemoteNotifications()
        } catch {
            parts.log.write(PhoneFault(.keychain, error.description))
        }
    }
}

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

/// The process's right to run where nothing on the screen and no call gives it one.
@MainActor
public protocol WakefulnessPort: AnyObject {
    /// Keeps the process running for as long as the system grants, or lets it be suspended again.
    func keepAwake(_ isOn: Bool)
}

/// Asks the system for time in the background, and gives it back. Source: apple-contract C71 (documented: some 30 s; who
/// has not given it back when it expires is killed).
@MainActor
package final class BackgroundTime: WakefulnessPort {
    private var task = UIBackgroundTaskIdentifier.invalid

    package init() {}

    package func keepAwake(_ isOn: Bool) {
        isOn ? begin() : end()
    }

    private func begin() {
        guard task == .invalid else { return }
        task = UIApplication.shared.beginBackgroundTask(withName: "carillon.farewell") { [weak self] in self?.end() }
    }

    private func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}
