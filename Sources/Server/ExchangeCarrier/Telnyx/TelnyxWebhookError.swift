/// Why a webhook is not believed. Safe to log.
public enum TelnyxWebhookError: String, Error, Hashable, Sendable {
    /// It has no signature or no time.
    case unsigned
    /// The signature is not Telnyx's.
    case forged
    /// Its time is too far from ours: a repetition, or a clock that is wrong.
    case late
    /// It is larger than any webhook.
    case tooLarge
    /// It is signed, and still not what a webhook looks like.
    case malformed
    /// The account's public key in our settings is none.
    case noKey
}
