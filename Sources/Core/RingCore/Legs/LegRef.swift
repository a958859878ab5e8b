public import CallModel

/// One of the legs of a session.
public enum LegRef: Hashable, Sendable, Codable {
    /// The caller's.
    case parent
    /// That of a device that is rung.
    case leg(LegID)
}
