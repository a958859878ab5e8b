public import CallModel
public import PushPayload

/// An inbound or outbound call that is over on this device.
public struct CallOutcome: Hashable, Sendable {
    public var id: CallUUID
    public var direction: CallDirection
    public var reason: EndReason
    public var organization: OrganizationID?
    public var display: CallDisplay
    public var time: WallTime?
    /// What the exchange said of that end; `nil` if nothing.
    public var told: Ending?

    public init(
        _ id: CallUUID, _ direction: CallDirection, _ reason: EndReason, organization: OrganizationID? = nil,
        display: CallDisplay = .unknown, time: WallTime? = nil, told: Ending? = nil
    ) {
        self.id = id
        self.direction = direction
        self.reason = reason
        self.organization = organization
        self.display = display
        self.time = time
        self.told = told
    }

    /// Whether nobody of the person's took a call that came in. Turned down while in another call counts.
    public var isMissed: Bool {
        direction == .inbound && !reason.impliesConnected && !reason.isSettledByUser
    }
}
