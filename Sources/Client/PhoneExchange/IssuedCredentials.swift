import PhoneCore
import PhoneKit
import PushPayload

/// Credentials of one organisation as the exchange issued them.
struct IssuedCredentials {
    /// The organisation, and the exchange's number for them.
    let key: CredentialKey
    let credentials: PhoneCredentials
    /// When they end, by the exchange's calendar.
    let until: WallTime
}
