public import CallModel
internal import Crypto
internal import Foundation
public import Redaction

/// Looks up where a leg to a device leads: its SIP address at Telnyx, or a number.
public protocol TelnyxDestinations: Sendable {
    /// - Returns: nil when the device cannot be rung there: no credential, or a revoked one.
    func destination(
        of device: DeviceID, in organization: OrganizationID, session: CallSessionID
    ) async -> TelnyxDestination?
}

/// The address of a leg.
public struct TelnyxDestination: Hashable, Sendable {
    /// A SIP address, or a number in the form of E.164.
    public let address: Redacted<String>
    /// The number that the leg comes from; nil: the account's usual one.
    public let from: Redacted<String>?

    public init(_ address: Redacted<String>, from: Redacted<String>? = nil) {
        self.address = address
        self.from = from
    }
}

/// The settings of an account at Telnyx.
public struct TelnyxSettings: Hashable, Sendable {
    /// The address of the API: Telnyx's own, or that of a stand-in.
    public var address = "https://api.telnyx.com/v2"
    /// The certificates to trust instead of the system's, as PEM: those of a stand-in.
    public var trustedPEM: String?
    /// The bearer key of the account.
    public var key: Redacted<String>
    /// The account's public key for webhooks: base64 of 32 bytes.
    public var webhookKey: String
    /// The Call Control application that legs are dialed with.
    public var connection: String
    /// The credential connection that devices of accounts register with; nil: none does.
    public var credentialConnection: String?
    /// The domain of their SIP addresses: Telnyx's own.
    public var sipDomain = "sip.telnyx.com"
    /// The `wss` or `ws` address at which they register: Telnyx's WebRTC edge, or that of a stand-in.
    public var webRTCAddress = "wss://rtc.telnyx.com"
    /// The number that dialed legs come from.
    public var from: Redacted<String>
    /// The address of a recorded greeting; without one the text is spoken.
    public var greetingAddress: String?
    /// The spoken greeting where no recorded one can be played.
    public var greeting = "We cannot take your call. Please leave a message after the tone."
    /// The spoken text before the exchange ends a call that it lost.
    public var apology = "We are sorry, the connection was lost. Please call again."
    /// The sound of ringing for a caller whose winner was lost and for whom others ring.
    public var ringbackAddress: String?
    /// The hold music for a caller who is parked or waits for a transfer. Without one, ``waiting`` is spoken.
    public var holdAddress: String?
    /// The text that is spoken repeatedly where there is no hold music.
    public var waiting = "One moment, please."
    /// The recorded announcement that a conversation will be recorded; without one it is spoken.
    public var announcementAddress: String?
    /// The spoken announcement to both parties before a conversation is recorded.
    public var announcement = "This call is being recorded."
    /// The question to a person who answers a forwarded call at a public number.
    public var confirmation = "You have a call. Press 1 to take it."
    /// The key that signs `client_state`: 32 random bytes of the exchange's own.
    public var stateKey: Redacted<[UInt8]>
    /// How long one attempt waits for its reply. A test whose replies are never lost waits as long as a busy machine needs.
    package var replyWait = Duration.milliseconds(500)

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

    /// Derives a key for `client_state` from the account's key, so that a restarted exchange recognizes the marks of
    /// the run before.
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
