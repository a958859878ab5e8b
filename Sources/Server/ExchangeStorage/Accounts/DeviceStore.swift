public import Accounts
public import Redaction

/// Devices with their push tokens and credentials.
public protocol DeviceStore: Sendable {
    /// Stores a device, or renews name, platform and last use of the user's device of the same installation. With more
    /// than ``AccountCaps/devices`` the user's least recently used one is revoked.
    func register(_ device: AccountDevice) async throws(StorageError) -> AccountDevice
    func device(_ id: String) async throws(StorageError) -> AccountDevice?
    func devices(of user: String) async throws(StorageError) -> [AccountDevice]
    /// Ends devices with their tokens, credentials and sessions; the audit says why.
    ///
    /// - Returns: those that were there. They stay unsettled until `settle`.
    func revoke(_ withdrawal: Withdrawal) async throws(StorageError) -> [DeviceRevocation]
    /// Revocations of which others than the database may not know yet, the oldest first.
    func unsettledRevocations() async throws(StorageError) -> [DeviceRevocation]
    /// All who have to know of a revocation were told.
    func settle(_ revocation: DeviceRevocation) async throws(StorageError)
    /// Makes a token the device's, also when it was another's. One of each kind and topic stays with a device, and no
    /// more than ``AccountCaps/pushTokens``.
    func save(_ token: PushToken) async throws(StorageError) -> PushTokenClaim
    func pushTokens(ofUser user: String) async throws(StorageError) -> [PushToken]
    /// Removes a token of a device; false when it has none such.
    func removePushToken(_ token: String, of device: String) async throws(StorageError) -> Bool
    /// Stores the key with which callers are sealed in pushes to this device, in place of any key that it had. Opening a
    /// session on the device removes the key.
    func save(_ key: PushKey) async throws(StorageError)
    func pushKeys(ofUser user: String) async throws(StorageError) -> [PushKey]
    /// A push service says that a token has been invalid since a moment. True when it is removed; without another one its
    /// device is taken for gone, until it is heard of.
    func expirePushToken(_ token: String, invalidSince: Int64) async throws(StorageError) -> Bool
    /// Removes Google's tokens that were registered before a moment, at most so many: Google has let them expire. Without
    /// another one their devices are taken for gone, until they are heard of.
    ///
    /// - Returns: whose they were, each once.
    func expireGoogleTokens(registeredBefore moment: Int64, atMost: Int) async throws(StorageError) -> [String]
    /// Stores credentials, and the answer to who asked; brings the end of older ones of the same device and organisation
    /// forward.
    ///
    /// Returns every one of those devices and organisations that has not expired, the new ones included; nil, and nothing
    /// is stored, when there is no such device of the user, or the user is no member of the organisation a credential is for.
    func issue(
        _ credentials: [SIPCredential], receipt: RequestReceipt?
    ) async throws(StorageError) -> [SIPCredential]?
    /// Those that work at a moment.
    func credentials(ofDevice device: String?, at: Int64) async throws(StorageError) -> [SIPCredential]
    /// False when there is none such that works.
    func revokeCredential(_ login: String, at: Int64) async throws(StorageError) -> Bool
    /// Makes an organisation the device's present one, if its owner is a member.
    func switchOrganization(
        of device: String, to target: String, expected: Int64?
    ) async throws(StorageError) -> OrganizationSwitch
}

/// An app on one phone, tablet or browser, as it registered itself.
public struct AccountDevice: Hashable, Sendable {
    public var id: String
    public var user: String
    /// What the app calls itself on that phone; stays over updates, goes with the app.
    public var installation: String
    /// How the person knows it.
    public var name: Redacted<String>
    /// `ios`, `android`, `web` or `other`.
    public var platform: String
    /// The organisation it shows at present.
    public var organization: String?
    /// Grows with every switch.
    public var organizationVersion: Int64
    /// Microseconds since 1970.
    public var createdAt: Int64
    public var lastUsedAt: Int64

    public init(
        id: String, user: String, installation: String, name: Redacted<String>, platform: String,
        organization: String? = nil, organizationVersion: Int64 = 0, createdAt: Int64, lastUsedAt: Int64
    ) {
        self.id = id
        self.user = user
        self.installation = installation
        self.name = name
        self.platform = platform
        self.organization = organization
        self.organizationVersion = organizationVersion
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}

/// Where a push reaches an app.
public struct PushToken: Hashable, Sendable {
    /// Which service takes it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case apnsVoIP = "apns_voip"
        case apns
        case fcm
    }

    public var token: Redacted<String>
    /// The device it reaches.
    public var device: String
    public var kind: Kind
    /// Of APNs: `production` or `development`.
    public var environment: String?
    /// Of APNs: such as `cloud.example.app.voip`.
    public var topic: String?
    /// Microseconds since 1970; what APNs's "unregistered since" is compared with.
    public var registeredAt: Int64

    public init(
        token: Redacted<String>, device: String, kind: Kind, environment: String? = nil, topic: String? = nil,
        registeredAt: Int64
    ) {
        self.token = token
        self.device = device
        self.kind = kind
        self.environment = environment
        self.topic = topic
        self.registeredAt = registeredAt
    }
}

/// What callers are sealed with that one device is pushed. Only the device and the exchange have it.
public struct PushKey: Hashable, Sendable {
    /// Whose it is.
    public var device: String
    /// The key itself.
    public var bytes: Redacted<[UInt8]>

    public init(of device: String, _ bytes: Redacted<[UInt8]>) {
        self.device = device
        self.bytes = bytes
    }
}

/// What a device logs in with over WebSocket, for one organisation. Moments in microseconds since 1970.
public struct SIPCredential: Hashable, Sendable {
    public var login: String
    public var device: String
    public var user: String
    /// nil: for an exchange without organisations.
    public var organization: String?
    /// Text of a salted hash.
    public var secret: String
    public var createdAt: Int64
    public var expiresAt: Int64
    public var revokedAt: Int64?

    public init(
        login: String, device: String, user: String, organization: String?, secret: String, createdAt: Int64,
        expiresAt: Int64, revokedAt: Int64? = nil
    ) {
        self.login = login
        self.device = device
        self.user = user
        self.organization = organization
        self.secret = secret
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }
}
