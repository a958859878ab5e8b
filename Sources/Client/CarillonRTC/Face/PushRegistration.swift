public import Redaction

/// What a carrier is told at login, so that it can wake this device by a push of its own. Source: telnyx-webrtc-ios,
/// `userVariables` of `login`.
public struct PushRegistration: Hashable, Sendable {
    /// Of the build that the token is for.
    public enum Environment: Hashable, Sendable {
        case production, development
    }

    /// The device's VoIP token, as hexadecimal digits.
    public var token: Redacted<String>
    public var environment: Environment

    public init(token: Redacted<String>, environment: Environment) {
        self.token = token
        self.environment = environment
    }

    /// Which push service it is of.
    static let provider = "ios"

    /// The environment, in Telnyx' words.
    var environmentWord: String {
        switch environment {
        case .production: "production"
        case .development: "debug"
        }
    }
}
