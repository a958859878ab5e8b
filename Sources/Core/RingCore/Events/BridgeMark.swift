public import CallModel

/// Which bridge a carrier tells of, as its order said: a caller is joined to one device after the other, and news of the
/// first bridge may come when the second is awaited.
public struct BridgeMark: Hashable, Sendable, Codable {
    /// The leg the caller was to be joined to.
    public var leg: LegID
    /// How often the claim had been vacated when it was ordered.
    public var epoch: UInt32

    /// Names a bridge.
    public init(_ leg: LegID, epoch: UInt32) {
        self.leg = leg
        self.epoch = epoch
    }
}
