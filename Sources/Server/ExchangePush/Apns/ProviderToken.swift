internal import Redaction

/// A provider token, as signed.
struct ProviderToken: Sendable {
    var text: Redacted<String>
    /// In seconds since 1970.
    var issuedAt: Int
}
