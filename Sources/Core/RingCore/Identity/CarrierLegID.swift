/// The name a carrier gave to one leg; whoever commands the leg must say it (`call_control_id` at Telnyx).
public struct CarrierLegID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// Stands for the leg in a log: with an account's key the name is a handle on the call.
    public var description: String { "‹carrier leg›" }

    /// Orders identifiers by their text.
    public static func < (left: CarrierLegID, right: CarrierLegID) -> Bool { left.rawValue < right.rawValue }
}
