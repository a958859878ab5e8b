public import CallModel

/// A call as a push announces it: by our exchange (with its session), by the vendor (without), or by both in one.
public struct PushedCall: Hashable, Sendable {
    /// The exchange's name of the call.
    public var session: CallSessionID?
    /// Which ringing of this device by that session it announces.
    public var round: RingRound
    /// The vendor's name of the call.
    public var vendor: VendorCallID?
    /// Where in the vendor's network it waits.
    public var edge: VendorEdge?
    /// Which organisation is called.
    public var organization: OrganizationID?
    /// With whom its INVITE waits; `nil` if it does not say, which means the exchange.
    public var provider: SignalingProvider?
    /// What to show.
    public var display: CallDisplay

    /// A call as announced.
    public init(
        session: CallSessionID? = nil, round: RingRound = .first, vendor: VendorCallID? = nil, edge: VendorEdge? = nil,
        organization: OrganizationID? = nil, provider: SignalingProvider? = nil, display: CallDisplay = .unknown
    ) {
        self.session = session
        self.round = round
        self.vendor = vendor
        self.edge = edge
        self.organization = organization
        self.provider = provider
        self.display = display
    }
}
