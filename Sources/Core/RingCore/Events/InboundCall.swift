public import CallModel

/// A call that came in, with everybody who may be rung for it.
public struct InboundCall: Hashable, Sendable, Codable {
    /// The name the exchange gave it.
    public var session: CallSessionID
    /// Whose number was called.
    public var organization: OrganizationID
    /// What the carrier calls the caller's leg.
    public var parent: CarrierLegID
    /// Users of the number, reachable or not: a message that no device's user missed is theirs.
    public var owners: [UserID]
    /// Who may be rung, last used first. The first entry for a device counts; more than
    /// ``RingLimits/devicesMax`` are left out.
    public var devices: [PlannedDevice]
    /// What the organization wants.
    public var policy: RingPolicy
    /// What allows that the conversation is recorded, if anything does.
    public var consent: RecordingConsent
    /// Whether the caller is known to have hung up already: that news overtook this one.
    public var isGone: Bool
    /// Of a call that a user makes out to the public network; nil: it is none. Optional, so that what was stored before can
    /// be read.
    public var outbound: OutboundCall?

    /// Describes a call.
    ///
    /// - Parameter owners: nil: the users of the devices.
    public init(
        session: CallSessionID, organization: OrganizationID, parent: CarrierLegID, devices: [PlannedDevice],
        owners: [UserID]? = nil, policy: RingPolicy = RingPolicy(), consent: RecordingConsent = .none,
        isGone: Bool = false, outbound: OutboundCall? = nil
    ) {
        self.session = session
        self.organization = organization
        self.parent = parent
        self.devices = devices
        self.owners = owners ?? devices.map(\.user).eachOnce
        self.policy = policy
        self.consent = consent
        self.isGone = isGone
        self.outbound = outbound
    }
}

extension [UserID] {
    /// The same in order, without what was there before.
    var eachOnce: [UserID] {
        var seen: Set<UserID> = []
        return filter { seen.insert($0).inserted }
    }
}
