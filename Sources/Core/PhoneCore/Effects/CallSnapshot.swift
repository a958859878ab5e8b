public import CallModel

/// How a call stands, as the person sees it.
public struct CallSnapshot: Hashable, Sendable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var organization: OrganizationID?
    public var direction: CallDirection
    public var phase: CallPhase
    public var isMuted: Bool
    public var isHeld: Bool
    public var display: CallDisplay

    /// A call as it stands.
    public init(
        id: CallUUID, session: CallSessionID?, organization: OrganizationID?, direction: CallDirection,
        phase: CallPhase, isMuted: Bool, isHeld: Bool, display: CallDisplay
    ) {
        self.id = id
        self.session = session
        self.organization = organization
        self.direction = direction
        self.phase = phase
        self.isMuted = isMuted
        self.isHeld = isHeld
        self.display = display
    }
}
