/// What a device registers with at a carrier, for one organisation, as the exchange keeps it.
///
/// The carrier makes its password, which nobody here reads: a device is given tokens instead, which last a day.
/// Source: backend rulings 14–16. Moments are microseconds since 1970.
public struct CarrierCredential: Hashable, Sendable {
    /// How far it has come.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The carrier is to make it.
        case asked
        /// It is there.
        case live
        /// The carrier is to delete it.
        case unwanted
    }

    /// Ours, which the carrier is told: by it a credential is found again whose making nobody heard of.
    public let name: String
    public let user: String
    public let device: String
    /// nil: for none.
    public let organization: String?
    public internal(set) var stage: Stage
    /// The carrier's names of it; nil until it has told them.
    public internal(set) var handle: CarrierHandle?
    public let createdAt: Int64
    /// When it ends by itself, at the carrier too.
    public let expiresAt: Int64
    /// When its device got the first token of it.
    public internal(set) var takenAt: Int64?
    /// When it goes: a successor was made or asked for.
    public internal(set) var retiresAt: Int64?
    /// Whether it is to be looked at, because a dial by it came to nothing.
    public internal(set) var isDoubted: Bool
    /// When it was looked at last.
    public internal(set) var checkedAt: Int64?
    /// How often its present errand was begun.
    public internal(set) var attempts: Int64
    /// Its errand is not begun before.
    public internal(set) var notBefore: Int64

    /// A credential as it was stored.
    public init(
        name: String, user: String, device: String, organization: String?, stage: Stage, handle: CarrierHandle? = nil,
        createdAt: Int64, expiresAt: Int64, takenAt: Int64? = nil, retiresAt: Int64? = nil, isDoubted: Bool = false,
        checkedAt: Int64? = nil, attempts: Int64 = 0, notBefore: Int64 = 0
    ) {
        self.name = name
        self.user = user
        self.device = device
        self.organization = organization
        self.stage = stage
        self.handle = handle
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.takenAt = takenAt
        self.retiresAt = retiresAt
        self.isDoubted = isDoubted
        self.checkedAt = checkedAt
        self.attempts = attempts
        self.notBefore = notBefore
    }

    /// What is to be done about it at ``dueAt``.
    public var errand: CarrierErrand {
        switch stage {
        case .asked: .issue(mayExist: attempts > 0)
        case .unwanted: .delete
        case .live: isDoubted ? .check : .tellTime
        }
    }

    /// When something is to be done about it.
    public var dueAt: Int64 {
        switch stage {
        case .asked, .unwanted: notBefore
        case .live where isDoubted: notBefore
        case .live: min(retiresAt ?? expiresAt - CarrierCredentialLimits.renewalLead, expiresAt)
        }
    }

    /// Whether the device can be dialled by it.
    public func works(at now: Int64) -> Bool { stage == .live && handle != nil && now < expiresAt }
}

/// What a carrier calls a credential it made.
public struct CarrierHandle: Hashable, Sendable {
    /// Its name in requests to the carrier.
    public let id: String
    /// The user of its SIP address.
    public let username: String

    public init(id: String, username: String) {
        self.id = id
        self.username = username
    }
}

/// What is to be asked of the carrier about a credential.
public enum CarrierErrand: Hashable, Sendable {
    /// Make it. One that was asked for before may be there already, under our name: look first, or there are two.
    case issue(mayExist: Bool)
    /// Delete it. Without a handle it is looked for by our name first.
    case delete
    /// Say whether it still is there and works.
    case check
    /// Nothing: its time has come to be renewed or to go.
    case tellTime
}
