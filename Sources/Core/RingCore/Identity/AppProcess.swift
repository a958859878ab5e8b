/// Names one run of the app on a device, as the device does. Opaque, so it may be logged.
public struct AppProcess: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the name; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of a name.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The name itself.
    public var description: String { rawValue }
}
