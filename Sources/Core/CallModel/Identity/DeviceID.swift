/// Names one installation of a phone: an app on a device, a browser profile, a desk phone.
///
/// It outlives sockets and signalling sessions. Opaque, so it may be logged.
public struct DeviceID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps a text that names a device.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a text that names a device.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}
