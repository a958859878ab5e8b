public import CallModel

/// What every leg we dial says of itself: it travels with the dial and comes back with every piece of news
/// (`client_state`), sealed by the shell. A pointer into the store, never a memory in place of it.
public struct LegMarker: Hashable, Sendable, Codable {
    /// The session.
    public var session: CallSessionID
    /// Whose session it is.
    public var organization: OrganizationID
    /// The leg of it.
    public var leg: LegID
    /// How often the claim had been vacated when it was dialled.
    public var epoch: UInt32

    /// Names a leg.
    public init(session: CallSessionID, organization: OrganizationID, leg: LegID, epoch: UInt32) {
        self.session = session
        self.organization = organization
        self.leg = leg
        self.epoch = epoch
    }
}
