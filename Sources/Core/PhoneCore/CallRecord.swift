public import CallModel

/// What outlives the process of one call.
public struct CallRecord: Hashable, Sendable, Codable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var vendor: VendorCallID?
    public var organization: OrganizationID?
    public var direction: CallDirection
    public var phase: CallPhase
    public var isHeld: Bool
    public var display: CallDisplay
}
