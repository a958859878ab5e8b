public import CallModel

/// An inbound call, with every device that may ring for it.
public struct InboundCall: Hashable, Sendable, Codable {
    /// The id that the exchange gave the call.
    public var session: CallSessionID
    /// The organization whose number was called.
    public var organization: OrganizationID
    /// The carrier's id of the caller's leg.
    public var parent: CarrierLegID
    /// Users of the number, reachable or not. They receive a message that no user of a device has missed.
    public var owners: [UserID]
    /// Devices that may ring, the last used first. The first entry for a device counts; entries beyond
    /// ``RingLimits/devicesMax`` are left out.
    public var devices: [DeviceCandidate]
    /// The organization's policy for its calls.
    public var policy: RingPolicy
    /// The consent under which the conversation may be recorded.
    public var consent: RecordingConsent
    /// Whether the caller is known to have hung up already, because that webhook overtook the one of the call.
    public var isGone: Bool
    /// Set for a call that a user makes to the public network. Optional because sessions stored by earlier versions
    /// lack it.
    public var outbound: OutboundCall?

    /// Describes a call.
    ///
    /// - Parameter owners: nil stands for the users of the devices.
    public init(
        session: CallSessionID, organization: OrganizationID, parent: CarrierLegID, devices: [DeviceCandidate],
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
    /// The users in the same order, without repetitions.
    var eachOnce: [UserID] {
        var seen: Set<UserID> = []
        return filter { seen.insert($0).inserted }
    }
}

/// A device that may ring, as the plan of a call names it.
public struct DeviceCandidate: Hashable, Sendable, Codable {
    /// The device.
    public var device: DeviceID
    /// The user who owns the device.
    public var user: UserID
    /// How the exchange reaches the device.
    public var reach: Reach
    /// Whether a push can wake it.
    public var hasPush: Bool
    /// Whether the device has a connection to the exchange now.
    public var hasChannel: Bool
    /// The group of devices it rings with. Group 0 rings at once.
    public var stage: UInt8
    /// Whether its user is in another call.
    public var isBusy: Bool

    /// Names a device that may ring.
    public init(
        _ device: DeviceID, of user: UserID, reach: Reach = .dial, hasPush: Bool = true, hasChannel: Bool = true,
        stage: UInt8 = 0, isBusy: Bool = false
    ) {
        self.device = device
        self.user = user
        self.reach = reach
        self.hasPush = hasPush
        self.hasChannel = hasChannel
        self.stage = stage
        self.isBusy = isBusy
    }
}

/// How the exchange reaches a device when a call comes.
public enum Reach: UInt8, Hashable, Sendable, Codable {
    /// The device is dialed at once, and pushed too where a push can wake it.
    case dial
    /// The device is asleep: it is pushed, and dialed when it says that it is ready.
    case wake
    /// A number of the public network. It is dialed, and its person must press a key before it can win.
    case number
    /// The public number that a user calls. It is dialed, and any answer counts as the wanted person's.
    case callee
}
