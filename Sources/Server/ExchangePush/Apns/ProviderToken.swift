public import Redaction

/// A provider token, as signed.
public struct ProviderToken: Sendable {
    public var text: Redacted<String>
    /// In seconds since 1970.
    public var issuedAt: Int

    public init(text: Redacted<String>, issuedAt: Int) {
        self.text = text
        self.issuedAt = issuedAt
    }
}
