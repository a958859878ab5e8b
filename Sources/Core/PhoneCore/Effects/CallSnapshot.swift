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
}
