public import CallModel

extension CallRecord {
    /// What is remembered of a call.
    public init(
        _ id: CallUUID, _ direction: CallDirection, _ phase: CallPhase, session: CallSessionID? = nil,
        round: RingRound = .first, vendor: VendorCallID? = nil, organization: OrganizationID? = nil,
        provider: SignalingProvider = .exchange, hasLine: Bool = true, isHeld: Bool = false,
        display: CallDisplay = .unknown
    ) {
        self.init(
            id: id, session: session, round: round, vendor: vendor, organization: organization, provider: provider,
            direction: direction, phase: phase, hasLine: hasLine, isHeld: isHeld, display: display)
    }
}
