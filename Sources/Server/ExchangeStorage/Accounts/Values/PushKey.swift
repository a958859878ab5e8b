public import Redaction

/// What callers are sealed with that one device is pushed. Only the device and the exchange have it.
public struct PushKey: Hashable, Sendable {
    /// Whose it is.
    public var device: String
    /// The key itself.
    public var bytes: Redacted<[UInt8]>

    public init(of device: String, _ bytes: Redacted<[UInt8]>) {
        self.device = device
        self.bytes = bytes
    }
}
