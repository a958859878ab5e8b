public import Redaction

/// What the exchange knows a device by.
public struct ExchangeInstallation: Sendable {
    /// Names the installation, by 8 to 128 characters without blanks: the exchange keeps one device for each.
    public var id: Redacted<String>
    /// What the person's other devices call this one, in 1 to 100 characters.
    public var deviceName: Redacted<String>

    public init(id: Redacted<String>, deviceName: Redacted<String>) {
        self.id = id
        self.deviceName = deviceName
    }
}
