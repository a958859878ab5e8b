public import CallModel

extension CallRecord {
    /// What is remembered of a call.
    public init(
        _ id: CallUUID, _ direction: CallDirection, _ phase: CallPhase, session: CallSessionID? = nil,
        vendor: VendorCallID? = nil, organization: OrganizationID? = nil,
        provider: SignalingProvider = .exchange, isHeld: Bool = false, display: CallDisplay = .unknown
    ) {
        self.init(
            id: id, session: session, vendor: vendor, organization: organization, provider: provider,
            direction: direction, phase: phase, isHeld: isHeld, display: display)
    }
}
