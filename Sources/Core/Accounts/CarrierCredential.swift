/// The credential that a device registers with at a carrier for one organization, as the exchange stores it.
///
/// The carrier makes its password, which the exchange never reads: a device gets tokens instead, which last a day.
/// Moments are microseconds since 1970.
public struct CarrierCredential: Hashable, Sendable {
    /// How far a credential has come.
    public enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The carrier is to make it.
        case asked
        /// The carrier has it.
        case live
        /// The carrier is to delete it.
        case unwanted
    }

    /// Our name of the credential, which the carrier stores: by it the credential is found again if the carrier's
    /// answer was lost.
    public let name: String
    /// The user of the device. The number of devices with credentials is limited for each user.
    public let user: String
    /// The device that registers with the credential.
    public let device: String
    /// nil: the credential is for no organization.
    public let organization: String?
    /// What the carrier has been asked for and has done.
    public internal(set) var stage: Stage
    /// The carrier's identifiers of it; nil until the carrier has told them.
    public internal(set) var handle: CarrierCredentialID?
    /// When it was planned.
    public let createdAt: Int64
    /// When it ends by itself, at the carrier too.
    public let expiresAt: Int64
    /// When its device got the first token of it.
    public internal(set) var takenAt: Int64?
    /// When it ends because a successor was made or requested.
    public internal(set) var retiresAt: Int64?
    /// Whether the carrier has to be asked about it, because a dial by it failed.
    public internal(set) var isDoubted: Bool
    /// When the carrier last reported on it.
    public internal(set) var checkedAt: Int64?
    /// How often its present request was started.
    public internal(set) var attempts: Int64
    /// The earliest time to start its request.
    public internal(set) var notBefore: Int64

    /// Restores a stored credential.
    public init(
        name: String, user: String, device: String, organization: String?, stage: Stage,
        handle: CarrierCredentialID? = nil,
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

    /// The request that is due at ``dueAt``.
    public var dueRequest: CarrierRequest {
        switch stage {
        case .asked: .issue(mayExist: attempts > 0)
        case .unwanted: .delete
        case .live: isDoubted ? .check : .reportTime
        }
    }

    /// When the request is due.
    public var dueAt: Int64 {
        switch stage {
        case .asked, .unwanted: notBefore
        case .live where isDoubted: notBefore
        case .live: min(retiresAt ?? expiresAt - CarrierCredentialLimits.renewalLead, expiresAt)
        }
    }

    /// Whether the device can be dialed by it.
    public func works(at now: Int64) -> Bool { stage == .live && handle != nil && now < expiresAt }
}

/// A carrier's identifiers of a credential that it made.
public struct CarrierCredentialID: Hashable, Sendable {
    /// Its name in requests to the carrier.
    public let id: String
    /// The user of its SIP address.
    public let username: String

    public init(id: String, username: String) {
        self.id = id
        self.username = username
    }
}

/// A request to the carrier about a credential.
public enum CarrierRequest: Hashable, Sendable {
    /// Make it. If an earlier request may have succeeded, look for the credential by our name first, or there would be
    /// two.
    case issue(mayExist: Bool)
    /// Delete it. Without a handle, look for it by our name first.
    case delete
    /// Ask whether it still exists and works.
    case check
    /// Ask nothing: the credential is due to be renewed or to end, which ``CarrierCredentialEvent/time`` does.
    case reportTime
}
