public import CallModel

/// The caller waits, and hears so, until somebody takes them up.
public struct Parking: Hashable, Sendable, Codable {
    /// Who had the call before.
    public let by: DeviceID
    /// When the caller is given up.
    public internal(set) var until: Duration
}
