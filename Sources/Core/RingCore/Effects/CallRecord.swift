public import CallModel

/// A call as a whole, for history and bills. Times since the origin of the store's clock.
public struct CallRecord: Hashable, Sendable, Codable {
    /// Which session.
    public var session: CallSessionID
    /// Whose.
    public var organization: OrganizationID
    /// What it came to.
    public var outcome: RingOutcome
    /// Who had it.
    public var winner: DeviceID?
    /// When it came in.
    public var openedAt: Duration
    /// When caller and winner were joined.
    public var bridgedAt: Duration?
    /// When it ended.
    public var endedAt: Duration

    /// Describes a call.
    public init(
        session: CallSessionID, organization: OrganizationID, outcome: RingOutcome, winner: DeviceID?,
        openedAt: Duration, bridgedAt: Duration?, endedAt: Duration
    ) {
        self.session = session
        self.organization = organization
        self.outcome = outcome
        self.winner = winner
        self.openedAt = openedAt
        self.bridgedAt = bridgedAt
        self.endedAt = endedAt
    }

    /// How long they talked.
    public var talkTime: Duration { bridgedAt.map { endedAt - $0 } ?? .zero }
}
