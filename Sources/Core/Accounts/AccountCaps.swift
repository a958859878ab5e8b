/// How many of each thing one user can have. A request beyond is refused; a device or push token beyond replaces the one
/// that was used least recently, as an app that is installed anew leaves such behind. Of answers,
/// credentials and entries of the audit, the newest stay.
public enum AccountCaps {
    public static let devices = 32
    /// Push tokens of one device, over all kinds and topics.
    public static let pushTokens = 8
    /// Organisations whose owner the user is.
    public static let ownedOrganizations = 16
    /// Organisations the user belongs to, owned ones included.
    public static let memberships = 32
    /// Credentials of one device and organisation that are kept, those that are over included; ``CredentialPlan/liveMax``
    /// of them work.
    public static let credentials = 16
    /// Answers that are kept for one user or device, for requests that come again under their key.
    public static let answers = 1_000
    /// Entries of the audit of what one user or device did.
    public static let auditEntries = 10_000
}

/// Which older SIP credentials of a device go when it gets a new one for the same organisation.
///
/// Additive: the new one is there before the old one goes, so that a phone in a call or on its way to register is never
/// locked out. Source: backend ruling 15.
public enum CredentialPlan {
    /// A credential as far as the plan is concerned. Moments in microseconds since 1970.
    public struct Entry: Hashable, Sendable {
        public var login: String
        public var createdAt: Int64
        public var expiresAt: Int64

        public init(login: String, createdAt: Int64, expiresAt: Int64) {
            self.login = login
            self.createdAt = createdAt
            self.expiresAt = expiresAt
        }
    }

    /// How long an older credential still works: a phone comes back from a tunnel within that.
    public static let overlap: Int64 = 15 * 60_000_000
    /// How long a credential works at all. Source: backend ruling 16 (24 hours).
    public static let lifeTime: Int64 = 86_400_000_000
    /// Credentials of one device and organisation that work at once, the new one included: a client that asks again and
    /// again does not fill the exchange.
    public static let liveMax = 4

    /// Those whose end comes earlier than they were told, with the new end.
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

/// What becomes of a push token when a device says that it is its own.
///
/// One token is one app on one phone: whoever registers it last has it, or a phone that changed hands would ring for
/// its former owner. Source: backend ruling 17, unique(token).
public enum PushTokenClaim: Hashable, Sendable {
    case registered
    /// The device had it already; its moment is renewed, so that an older "unregistered" does not count against it.
    case renewed
    /// It was another device's, which has lost it.
    case taken(from: String)

    /// - Parameter owner: the device that has the token; nil when none does.
    public init(by device: String, owner: String?) {
        switch owner {
        case nil: self = .registered
        case device: self = .renewed
        case let other?: self = .taken(from: other)
        }
    }

    /// Whether a provider's word that a token is no more holds against a token registered at a moment.
    ///
    /// APNs names the moment since when the token is known to be invalid: one registered later is a new one that looks
    /// the same. Moments in microseconds since 1970. Source: Apple, "Handling notification responses from APNs", 410.
    public static func isOver(registeredAt: Int64, invalidSince: Int64) -> Bool { registeredAt <= invalidSince }
}
