public import Redaction

/// The token by which the exchange reaches this device, as lowercase hexadecimal digits.
public struct PushToken: Hashable, Sendable, Codable {
    /// The digits.
    public let digits: Redacted<String>

    /// Wraps the hexadecimal digits.
    public init(_ digits: Redacted<String>) {
        self.digits = digits
    }
}
