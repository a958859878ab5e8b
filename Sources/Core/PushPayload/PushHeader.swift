public import Redaction

/// A header of the caller's that a vendor's push carries.
public struct PushHeader: Hashable, Sendable {
    /// Its name, of at most ``PushLimits/identifierLengthMax`` bytes.
    public let name: String
    /// What it says; anything, so it is kept from logs.
    public let value: Redacted<String>

    public init(name: String, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}
