public import CallModel

/// Caller and winner talk.
public struct Conversation: Hashable, Sendable, Codable {
    /// The winner's device.
    public let device: DeviceID
    /// Its leg.
    public let leg: LegID
    /// Since when.
    public let since: Duration
}
