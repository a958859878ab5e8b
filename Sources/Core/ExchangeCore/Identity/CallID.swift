internal import CallModel

/// The name by which one device and the exchange speak of a call (`callID` on the wire).
///
/// A caller chooses its own; a called device is given the name of its leg. The two sides of a call never share one.
public struct CallID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text on the wire, opaque.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text on the wire.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The name given to the device that is rung by a leg.
    init(_ leg: LegID) {
        self.init(rawValue: leg.description)
    }

    /// The text itself: it names nobody.
    public var description: String { rawValue }
}
