/// How many of each thing one user can have. A request beyond a cap is refused. A device or push token beyond its cap
/// replaces the least recently used one, because reinstalled apps leave old ones behind. Of answers, credentials and
/// audit entries, the newest are kept.
public enum AccountLimits {
    /// Registered devices.
    public static let devices = 32
    /// Push tokens of one device, over all kinds and topics.
    public static let pushTokens = 8
    /// Organizations that the user owns.
    public static let ownedOrganizations = 16
    /// Organizations the user belongs to, owned ones included.
    public static let memberships = 32
    /// Credentials of one device and organization that are kept, ended ones included; ``CredentialRotation/liveMax`` of
    /// them work at once.
    public static let credentials = 16
    /// Answers that are stored for one user or device, for requests that are repeated under the same key.
    public static let answers = 1_000
    /// Entries of the audit log about one user or device.
    public static let auditEntries = 10_000
}

/// Decides which older SIP credentials of a device end when it gets a new one for the same organization.
///
/// The new credential works before the old one ends, so that a phone in a call or on its way to register is never
/// locked out. Source: Documentation/Decisions.md, “Credentials come ahead and overlap”.
public enum CredentialRotation {
    /// The part of a credential that the plan needs. Moments are microseconds since 1970.
    public struct Entry: Hashable, Sendable {
        /// The name by which the credential is found, unique in the exchange.
        public var login: String
        /// When it was issued.
        public var createdAt: Int64
        /// When it ends by itself.
        public var expiresAt: Int64

        public init(login: String, createdAt: Int64, expiresAt: Int64) {
            self.login = login
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }
    }

    /// How long an older credential still works, in microseconds: a phone that lost its network is back by then.
    public static let overlap: Int64 = 15 * 60_000_000
    /// How long a credential works, in microseconds: 24 hours.
    public static let lifeTime: Int64 = 86_400_000_000
    /// Credentials of one device and organization that work at once, the new one included, so that a client that asks
    /// again and again does not fill the exchange.
    public static let liveMax = 4

    /// The credentials that end earlier than they were told, each with its new end.
    public static func retirements(of entries: [Entry], at now: Int64) -> [Entry] {
        let live = entries.filter { $0.expiresAt > now }.sorted { ($0.createdAt, $0.login) < ($1.createdAt, $1.login) }
        let surplus = max(0, live.count - (liveMax - 1))
        return live.enumerated().compactMap { index, entry in
            let end = index < surplus ? now : min(entry.expiresAt, now + overlap)
            guard end < entry.expiresAt else { return nil }
            return Entry(login: entry.login, createdAt: entry.createdAt, expiresAt: end)
        }
    }
}

/// The result of a device's registration of a push token.
///
/// One token is one app on one phone, so the device that registers it last gets it. Otherwise a phone with a new owner
/// would ring for the former one.
public enum PushTokenClaim: Hashable, Sendable {
    case registered
    /// The device had it already. Its time of registration is renewed, so that an older "unregistered" does not count
    /// against it.
    case renewed
    /// Another device had it, and has lost it.
    case taken(from: String)

    /// - Parameter owner: the device that has the token; nil when none does.
    public init(by device: String, owner: String?) {
        switch owner {
        case nil: self = .registered
        case device: self = .renewed
        case let other?: self = .taken(from: other)
        }
    }

    /// Whether a provider's report of an invalid token applies to a token that was registered at a given moment.
    ///
    /// APNs names the moment from which the token is known to be invalid; a token that was registered later is valid
    /// again. Moments are microseconds since 1970. Source: Apple, "Handling notification responses from APNs", 410.
    public static func isOver(registeredAt: Int64, invalidSince: Int64) -> Bool { registeredAt <= invalidSince }
}
