import AVFAudio
import Foundation
import PhoneCore
import PhoneKit
import Redaction
import UIKit
import UserNotifications

/// What the page asks that is no matter of calls, answered by the app.
@MainActor
final class AppHost: BridgeHost {
    private weak var application: PhoneApplication?
    private weak var signIn: AppleSignIn?

    func attach(_ application: PhoneApplication, _ signIn: AppleSignIn) {
        self.application = application
        self.signIn = signIn
    }

    var deviceID: Redacted<String> { Redacted(UIDevice.current.identifierForVendor?.uuidString ?? "") }

    var pushToken: PushToken? { application?.shell.phone.record.tokens.wanted }

    func askPermissions() async -> (microphone: Bool, notifications: Bool) {
        let microphone = await AVAudioApplication.requestRecordPermission()
        let centre = UNUserNotificationCenter.current()
        let notifications = try? await centre.requestAuthorization(options: [.alert, .sound, .badge])
        return (microphone, notifications ?? false)
    }

    /// The device has credentials of its own; those of a page are not taken over.
    func connect(_ login: BridgeLogin?) async -> BridgeError? {
        reconnect()
        return nil
    }

    /// The phone keeps the connection for as long as something needs it.
    func disconnect() {}

    func reconnect() {
        application?.sceneBecameActive()
    }

    func signInWithApple() async -> SignInFailure? {
        guard let signIn else { return .notOnScreen }
        return await withCheckedContinuation { continuation in
            signIn.signIn { continuation.resume(returning: $0) }
        }
    }
}
