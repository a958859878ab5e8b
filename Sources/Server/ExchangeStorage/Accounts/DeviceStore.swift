public import Accounts
public import Redaction

/// Stores devices with their push tokens and credentials.
public protocol DeviceStore: Sendable {
    /// Stores a device, or renews the name, platform and last use of the user's device with the same installation.
    /// Beyond ``AccountLimits/devices`` the user's least recently used device is revoked.
    func register(_ device: AccountDevice) async throws(StorageError) -> AccountDevice
    /// The device with that id; nil: it never registered, or was revoked.
    func device(_ id: String) async throws(StorageError) -> AccountDevice?
    /// The devices of a user, in the order of registration.
    func devices(of user: String) async throws(StorageError) -> [AccountDevice]
    /// Revokes devices with their tokens, credentials and sessions, with the reason in the audit.
    ///
    /// - Returns: the revocations. They stay unsettled until `settle`.
    func revoke(_ withdrawal: Withdrawal) async throws(StorageError) -> [DeviceRevocation]
    /// Revocations that other parts of the exchange may not know yet, the oldest first.
    func unsettledRevocations() async throws(StorageError) -> [DeviceRevocation]
    /// Notes that all other parts of the exchange were told of a revocation.
    func settle(_ revocation: DeviceRevocation) async throws(StorageError)
    /// Assigns a token to a device, even if another device had it. A device keeps one token of each kind and topic, and
    /// no more than ``AccountLimits/pushTokens``.
    func save(_ token: PushToken) async throws(StorageError) -> PushTokenClaim
    /// The tokens of all devices of a user, in the order in which they came.
    func pushTokens(ofUser user: String) async throws(StorageError) -> [PushToken]
    /// Removes a token of a device. Returns false if the device has no such token.
    func removePushToken(_ token: String, of device: String) async throws(StorageError) -> Bool
    /// Stores the key that seals callers in pushes to this device, in place of any key that it had. Opening a session
    /// on the device removes the key.
    func save(_ key: PushKey) async throws(StorageError)
    /// The keys of all devices of a user, by device.
    func pushKeys(ofUser user: String) async throws(StorageError) -> [PushKey]
    /// Removes a token that has been invalid since a time, according to its push service. Returns true if it was
    /// removed. Without another token its device counts as gone until it reappears.
    func expirePushToken(_ token: String, invalidSince: Int64) async throws(StorageError) -> Bool
    /// Removes Google's tokens that were registered before a time, at most `atMost`, because Google has let them
    /// expire. Without another token their devices count as gone until they reappear.
    ///
    /// - Returns: the users, each once.
    func expireGoogleTokens(registeredBefore moment: Int64, atMost: Int) async throws(StorageError) -> [String]
    /// Stores credentials and the answer to the request, and shortens the life of older credentials for the same device
    /// and organization.
    ///
    /// Returns every valid credential for those devices and organizations, the new ones included. Returns nil, and
    /// stores nothing, if the user has no such device or is no member of a credential's organization.
    func issue(
        _ credentials: [SIPCredential], receipt: RequestReceipt?
    ) async throws(StorageError) -> [SIPCredential]?
    /// The credentials that are valid at a time.
    func credentials(ofDevice device: String?, at: Int64) async throws(StorageError) -> [SIPCredential]
    /// Revokes a credential. Returns false if there is no valid one.
    func revokeCredential(_ login: String, at: Int64) async throws(StorageError) -> Bool
    /// Makes an organization the device's present one, if its owner is a member.
    func switchOrganization(
        of device: String, to target: String, expected: Int64?
    ) async throws(StorageError) -> OrganizationSwitchDecision
}

/// An app on one phone, tablet or browser, as it registered.
public struct AccountDevice: Hashable, Sendable {
    /// The id that the exchange gave it. It begins with `dev`.
    public var id: String
    /// The user who is signed in on it.
    public var user: String
    /// The app's own id on that phone. It survives updates, but not the removal of the app.
    public var installation: String
    /// The name by which its user knows it.
    public var name: Redacted<String>
    /// `ios`, `android`, `web` or `other`.
    public var platform: String
    /// The organization that it shows at present.
    public var organization: String?
    /// Grows with every switch.
    public var organizationVersion: Int64
    /// Microseconds since 1970.
    public var createdAt: Int64
    /// When it last registered or used its session. Microseconds since 1970.
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

/// The address of an app at a push service.
public struct PushToken: Hashable, Sendable {
    /// The push service.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case apnsVoIP = "apns_voip"
        case apns
        case fcm
    }

    /// The token as the push service gave it to the app.
    public var token: Redacted<String>
    /// The device it reaches.
    public var device: String
    /// The push service, and for APNs whether it wakes the app for a call.
    public var kind: Kind
    /// For APNs: `production` or `development`.
    public var environment: String?
    /// For APNs: such as `cloud.example.app.voip`.
    public var topic: String?
    /// Microseconds since 1970. Compared with the time since which APNs reports it as unregistered.
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

/// The key that seals callers in pushes to one device. Only the device and the exchange have it.
public struct PushKey: Hashable, Sendable {
    /// The device.
    public var device: String
    /// The key itself.
    public var bytes: Redacted<[UInt8]>

    public init(of device: String, _ bytes: Redacted<[UInt8]>) {
        self.device = device
        self.bytes = bytes
    }
}

/// The credential with which a device logs in over WebSocket, for one organization. Times are microseconds since 1970.
public struct SIPCredential: Hashable, Sendable {
    /// The login, unique in the exchange.
    public var login: String
    /// The id of the device that it was issued to.
    public var device: String
    /// The user of that device.
    public var user: String
    /// nil: for an exchange without organizations.
    public var organization: String?
    /// Text of a salted hash.
    public var secret: String
    /// When it was issued.
    public var createdAt: Int64
    /// When it ends by itself.
    public var expiresAt: Int64
    /// When it was revoked; nil: it was not.
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
