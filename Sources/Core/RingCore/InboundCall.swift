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

/// A device that may be rung, as the plan of a call names it.
public struct PlannedDevice: Hashable, Sendable, Codable {
    /// The device.
    public var device: DeviceID
    /// Whose it is.
    public var user: UserID
    /// How it is reached.
    public var reach: Reach
    /// Whether a push can wake it.
    public var hasPush: Bool
    /// Whether it has a connection to us now.
    public var hasChannel: Bool
    /// Which group of devices it rings with; 0 rings at once.
    public var stage: UInt8
    /// Whether its user is in another call.
    public var isBusy: Bool

    /// Names a device that may be rung.
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

/// How a device is reached when a call comes.
public enum Reach: UInt8, Hashable, Sendable, Codable {
    /// It is dialled at once, and pushed too where it can be.
    case dial
    /// It is asleep: it is pushed, and dialled when it says that it is ready.
    case wake
    /// A number of the public network: dialled, and asked for a key before it can win.
    case number
    /// The number of the public network that a user calls: dialled, and the person who answers is the one they wanted.
    case callee
}

/// Names the organization whose number is called. Opaque, so it may be logged.
public struct OrganizationID: Hashable, Comparable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The text of the identifier; what reads it from outside bounds its length.
    public let rawValue: String

    /// Wraps the text of an identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text of an identifier.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The identifier itself.
    public var description: String { rawValue }

    /// Orders identifiers by their text.
    public static func < (left: OrganizationID, right: OrganizationID) -> Bool { left.rawValue < right.rawValue }
}
