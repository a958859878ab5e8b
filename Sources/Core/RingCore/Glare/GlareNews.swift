public import CallModel

/// What two calls that met have to do with each other: A calls B while B calls A.
public enum GlareNews: Hashable, Sendable, Codable {
    /// This session goes on; the other's caller, who waits at the carrier, is the winner.
    case absorbs(device: DeviceID, of: UserID, as: CarrierLegID)
    /// This session ends; its caller's leg now belongs to the other.
    case yields(to: CallSessionID)
    /// This session ends, and its caller's leg with it: the carrier cannot join two callers. The other rings on for its
    /// caller.
    case defers(to: CallSessionID)
}
