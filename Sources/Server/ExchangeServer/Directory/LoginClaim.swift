internal import Redaction

/// A login and a password that a client gives.
struct LoginClaim: Sendable {
    var login: String
    var password: Redacted<String>
    /// Whether it may be that of a credential made for a device: only over WebSocket.
    var takesCredentials = false
}
