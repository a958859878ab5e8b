public import CallModel
public import Foundation
public import PhoneCore
import PushPayload
public import Redaction
public import UIKit
import WireJSON

extension PhoneApplication {
    /// Call when a scene became active: the person sees the app, and the device is unlocked.
    public func sceneBecameActive() {
        notices.attend()
        readAgain()
        sendPushKey()
        path.refresh()
        shell.send(.scene(.active))
        Task { await attendToPerson() }
        Task { await contacts.refresh() }
    }

    /// Call when the last scene left the screen.
    public func sceneEnteredBackground() {
        shell.send(.scene(.background))
    }

    /// Keeps the phone connected while the app's screens are visible. A connection that waits for its next attempt is
    /// tried at once.
    public func connect() {
        path.refresh()
        shell.send(.connection(isWanted: true))
    }

    /// Reverses ``connect()``: no connection is kept for the app's screens. Calls connect as before.
    public func disconnect() {
        shell.send(.connection(isWanted: false))
    }

    /// Places a call: from the app's own screens, from Recents (`INStartCallIntent`), from a link or a notice.
    ///
    /// - Parameters:
    ///   - destination: a number, the name of a user or an address, as `DialDestination` reads it.
    ///   - organization: the organization to call for; nil: the one that the app shows.
    ///   - name: the other party's name, as the app knows it; nil: unknown.
    ///   - settings: the headers, codecs and caller ID of this call, or the call that is taken from another device.
    ///   - settled: called once, with whether the request was accepted.
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

    func handle(_ answer: NoticeAnswer) {
        shell.send(.notices(.read(answer.call)))
        if let number = answer.number { dial(number) }
    }

    /// Makes keychain items of earlier versions readable on a locked phone, which needs an unlocked one. Asks a person
    /// who has credentials for permission to show notices.
    private func attendToPerson() async {
        do throws(CredentialError) {
            try await parts.credentials.store.migrate()
            guard try await !parts.credentials.store.keys().isEmpty else { return }
            notices.askPermission()
            // The system then gives the token for alerts each time. The phone uploads it, which also shows the exchange
            // that the app is in use.
            UIApplication.shared.registerForRemoteNotifications()
        } catch {
            parts.log.write(PhoneDiagnostic(.keychain, error.description))
        }
    }
}

/// Alerts and background pushes: the second way to reach the phone, when VoIP pushes fail.
extension PhoneApplication {
    /// Takes the token for alerts. Call from `didRegisterForRemoteNotificationsWithDeviceToken`.
    public func registerToken(alertToken: Data) { shell.send(.alertToken(DevicePushToken(bytes: alertToken))) }

    /// Takes a background push, with which the exchange withdraws an alert. Call from `didReceiveRemoteNotification`;
    /// ignores pushes of other senders.
    public func receive(
        _ payload: [AnyHashable: Any], completion: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        let push = JSONValue(property: payload)
        guard IncomingPush(push).kind == .callEnded else { return completion(.noData) }
        pushes.receive(push, by: .background)
        // The completion lets the system suspend the process, so it is called only after the alert was removed.
        let completion = SystemCompletion { completion(.newData) }
        notices.afterRemovals { completion.call() }
    }
}

/// The process's time to run in the background without a call.
@MainActor
public protocol BackgroundTimePort: AnyObject {
    /// Keeps the process running for as long as the system grants, or lets it be suspended again.
    func keepAwake(_ isOn: Bool)
}

/// Asks the system for time in the background, and gives it back: about 30 s. A process that has not given it back when
/// it expires is killed. Source: C71 (assumed).
@MainActor
package final class BackgroundTime: BackgroundTimePort {
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
