public import PhoneCore
public import Redaction
import UIKit

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
