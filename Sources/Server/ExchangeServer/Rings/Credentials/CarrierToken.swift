internal import Redaction

/// What a device registers with at the carrier. Kept by nobody but the device.
struct CarrierToken: Sendable {
    let token: Redacted<String>
    /// The user of the SIP address it registers.
    let username: String
    /// Microseconds since 1970.
    let expiresAt: Int64

    /// A day. Source: Telnyx: 24 hours, or until the credential expires.
    static let lifeTime: Int64 = 86_400_000_000
}
