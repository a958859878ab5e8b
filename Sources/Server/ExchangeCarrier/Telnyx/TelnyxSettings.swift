internal import Crypto
internal import Foundation
public import Redaction

/// What the exchange needs to know of an account at Telnyx.
public struct TelnyxSettings: Hashable, Sendable {
    /// Where the API is: Telnyx's own, or that of a stand-in.
    public var address = "https://api.telnyx.com/v2"
    /// The certificates to trust instead of the system's, as PEM: those of a stand-in.
    public var trustedPEM: String?
    /// The bearer key of the account.
    public var key: Redacted<String>
    /// The account's public key for webhooks: base64 of 32 bytes.
    public var webhookKey: String
    /// The Call Control application our legs are dialled with.
    public var connection: String
    /// The credential connection devices of accounts register with; nil: none does.
    public var credentialConnection: String?
    /// Where their SIP addresses are: Telnyx's own.
    public var sipDomain = "sip.telnyx.com"
    /// Where they register: Telnyx's own WebRTC edge, or that of a stand-in; a `wss` or `ws` address.
    public var webRTCAddress = "wss://rtc.telnyx.com"
    /// The number our legs come from.
    public var from: Redacted<String>
    /// A recorded greeting; without one it is spoken.
    public var greetingAddress: String?
    /// What is said where no recorded greeting can be played.
    public var greeting = "Nobody can take your call. Please leave a message after the tone."
    /// What is said before a call is ended that we lost.
    public var apology = "We are sorry, the connection was lost. Please call again."
    /// The sound of ringing for a caller whose winner was lost and for whom others ring.
    public var ringbackAddress: String?
    /// The sound for a caller who is kept: parked, or waiting for a transfer. Without one they are told ``waiting``.
    public var holdAddress: String?
    /// What such a caller is told again and again where there is no such sound.
    public var waiting = "One moment, please."
    /// The recorded announcement that a conversation will be recorded; without one it is spoken.
    public var announcementAddress: String?
    /// What is said to both who talk before they are recorded.
    public var announcement = "This call is being recorded."
    /// What is asked of whoever answers a number.
    public var confirmation = "You have a call. Press 1 to take it."
    /// What `client_state` is signed with: 32 random bytes of the exchange's own.
    public var stateKey: Redacted<[UInt8]>

    public init(
        key: Redacted<String>, webhookKey: String, connection: String, from: Redacted<String>,
        stateKey: Redacted<[UInt8]>
    ) {
        self.key = key
        self.webhookKey = webhookKey
        self.connection = connection
        self.from = from
        self.stateKey = stateKey
    }

    /// A key for `client_state` that follows from the account's, so that a restart knows the marks of the run before.
    public static func stateKey(from key: Redacted<String>) -> Redacted<[UInt8]> {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("carillon client_state".utf8), using: SymmetricKey(data: Array(key.revealed.utf8)))
        return Redacted(Array(code))
    }

    /// The SIP address of a device that registers by a credential.
    public func address(of username: String) -> Redacted<String> { Redacted("sip:\(username)@\(sipDomain)") }

    /// Whether a text is a public key for webhooks.
    public static func isWebhookKey(_ text: String) -> Bool {
        Data(base64Encoded: text).flatMap { try? Curve25519.Signing.PublicKey(rawRepresentation: $0) } != nil
    }
}
