public import CallModel
public import PushPayload
public import Redaction

/// A call as the page sees it.
public struct BridgeCall: Hashable, Sendable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var organization: OrganizationID?
    public var organizationName: Redacted<String>?
    /// Whether it is a call of another organisation than the one in use.
    public var isOtherOrganization: Bool
    public var direction: CallDirection
    public var phase: CallPhase
    public var isMuted: Bool
    public var isHeld: Bool
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?
    /// Where a picture of the other side can be had: an `https` address, which the page fetches or does not.
    public var callerPicture: Redacted<String>?
    /// The number that was called.
    public var calledNumber: Redacted<String>?
    /// Since when it stands, by the device's calendar, so that a page that was reloaded goes on counting.
    public var connectedAt: WallTime?

    /// A call of which only this is known.
    public init(_ id: CallUUID, _ direction: CallDirection, _ phase: CallPhase) {
        self.id = id
        self.direction = direction
        self.phase = phase
        isOtherOrganization = false
        isMuted = false
        isHeld = false
    }

    /// A call as its snapshot says it.
    public init(_ snapshot: CallSnapshot, active: OrganizationID?, connectedAt: WallTime? = nil) {
        id = snapshot.id
        session = snapshot.session
        organization = snapshot.organization
        organizationName = snapshot.display.organizationName
        isOtherOrganization = snapshot.organization.map { $0 != active } ?? false
        direction = snapshot.direction
        phase = snapshot.phase
        isMuted = snapshot.isMuted
        isHeld = snapshot.isHeld
        callerName = snapshot.display.name
        let party = snapshot.display.handle.party
        callerNumber = party.revealed.isEmpty ? nil : party
        callerPicture = snapshot.display.picture
        calledNumber = snapshot.display.calledNumber
        self.connectedAt = connectedAt
    }
}
