import PhoneCore
import PhoneKit
import Redaction
import WireJSON

/// The app around a bridge, and the page in front of it. They only write down what they are asked and told.
@MainActor
final class RecordingHost: BridgeHost, BridgePage {
    var asked: [String] = []
    var told: [(name: String, data: JSONObject)] = []
    var pushToken: PushToken?
    let deviceID: Redacted<String> = "device-7"
    var connectError: BridgeError?
    var signInFailure: SignInFailure?

    func askPermissions() async -> (microphone: Bool, notifications: Bool) {
        asked.append("permissions")
        return (true, false)
    }

    func connect(_ login: BridgeLogin?) async -> BridgeError? {
        asked.append(login == nil ? "connect" : "connect with a login")
        return connectError
    }

    func disconnect() { asked.append("disconnect") }
    func reconnect() { asked.append("reconnect") }

    func signInWithApple() async -> SignInFailure? {
        asked.append("sign in")
        return signInFailure
    }

    func notify(_ name: String, _ data: JSONObject) { told.append((name, data)) }
}
