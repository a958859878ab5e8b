public import CallModel

/// Which device has the call, decided once an epoch.
public struct Claim: Hashable, Sendable, Codable {
    /// How a claim came about, and how far the bridge is.
    public enum Stage: Hashable, Sendable, Codable {
        /// The device said that it will answer. It lapses.
        case leased(until: Duration)
        /// It has answered.
        case joining(Joining)
    }

    /// The device.
    public let device: DeviceID
    /// The leg of it. A device that claims before its leg exists gets one.
    public let leg: LegID
    /// How often the claim was vacated before.
    public let epoch: UInt32
    /// How far it is.
    public internal(set) var stage: Stage
}
