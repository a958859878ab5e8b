import PhoneCore
import PhoneKit
import Redaction
import WireJSON

/// The app around a bridge, and the page in front of it. They only write down what they are asked and told.
@MainActor
final class RecordingHost: BridgeHost, BridgePage {
    var asked: [String] = []
    private(set) var reported: [(name: String, data: JSONObject)] = []
    private var listeners: [(name: String, wake: CheckedContinuation<Void, Never>)] = []
    var pushToken: DevicePushToken?
    let deviceID: Redacted<String> = "device-7"
    var connectError: BridgeError?
    var signInFailure: SignInFailure?
    var callerIDs: Result<[CallerIDs], CallerIDFailure> = .success([])

    func askPermissions() async -> BridgePermissions {
        asked.append("permissions")
        return BridgePermissions(microphone: true, notifications: false, contacts: false)
    }

    func connect(_ login: BridgeLogin?) async -> BridgeError? {
        asked.append(login == nil ? "connect" : "connect with a login")
        return connectError
    }

    func callerIDs() async throws(CallerIDFailure) -> [CallerIDs] { try callerIDs.get() }

    func disconnect() { asked.append("disconnect") }
    func reconnect() { asked.append("reconnect") }

    func signInWithApple() async -> SignInFailure? {
        asked.append("sign in")
        return signInFailure
    }

    func notify(_ name: String, _ data: JSONObject) {
        reported.append((name, data))
        for listener in listeners where listener.name == name { listener.wake.resume() }
        listeners.removeAll { $0.name == name }
    }

    /// Returns when the page is told of something by this name from now on.
    func publishes(_ name: String, after action: () -> Void) async {
        await withCheckedContinuation { wake in
            listeners.append((name, wake))
            action()
        }
    }
}
