/// The end of a device's session and of everything by which the device is reached or gets in: bearer session, push
/// tokens, credentials here and at a carrier, sockets and channels.
///
/// Every reason for an end revokes the device, so none leaves access behind. The revocation is stored together with the
/// end of the database's own records, and settled when all other parts of the exchange were told.
public struct DeviceRevocation: Hashable, Sendable {
    /// The id of the revoked device.
    public let device: String
    /// The user whose device it is.
    public let user: String
    /// The reason, which the device's session is ended with and the audit names.
    public let reason: SessionEndReason
    /// Microseconds since 1970.
    public let at: Int64

    public init(device: String, user: String, reason: SessionEndReason, at: Int64) {
        self.device = device
        self.user = user
        self.reason = reason
        self.at = at
    }

    /// Whether the user's other devices are told. They are not if the user logged out on the device, or deleted the
    /// account.
    public var isNew: Bool {
        switch reason {
        case .loggedOut, .accountDeleted: false
        case .tokenReused, .refreshedTooOften, .deviceRemoved, .consentRevoked, .passwordChanged, .tooManyDevices: true
        }
    }
}

/// Which devices are revoked.
public enum RevocationScope: Hashable, Sendable {
    case device(String, of: String)
    /// Every device of a user but one; `sparing` nil: every one.
    case user(String, sparing: String?)
}

/// The devices to revoke together with the change that is the reason.
public struct Withdrawal: Hashable, Sendable {
    /// One device, or those of a user.
    public let scope: RevocationScope
    /// The reason of each revocation that follows.
    public let reason: SessionEndReason
    /// Microseconds since 1970.
    public let at: Int64

    public init(_ scope: RevocationScope, because reason: SessionEndReason, at: Int64) {
        self.scope = scope
        self.reason = reason
        self.at = at
    }
}

/// The end of a user's membership and of everything that the user had of the organization: credentials, sockets,
/// channels and ringing calls.
///
/// It is stored together with the end of the database's own records, and settled when all other parts of the exchange
/// were told.
public struct MembershipEnd: Hashable, Sendable {
    /// The id of the organization that the user has left.
    public let organization: String
    /// The name of the former member.
    public let user: String
    /// Microseconds since 1970.
    public let at: Int64

    public init(organization: String, user: String, at: Int64) {
        self.organization = organization
        self.user = user
        self.at = at
    }
}

/// The logins of the users of a configuration file: for each user the keyed fingerprints of every login with its
/// password.
///
/// A session does not tell which of a user's logins opened it, so a removed login or a changed password ends all
/// sessions of the user. The stored fingerprints are compared with those of the present file, however old they are, so
/// a password that changed while no exchange ran revokes the sessions too.
public struct ConfiguredLogins: Hashable, Sendable {
    /// The fingerprints by user; a user without logins has none.
    public let fingerprints: [String: Set<[UInt8]>]

    public init(_ fingerprints: [String: Set<[UInt8]>]) { self.fingerprints = fingerprints }

    /// The withdrawals that follow when these logins replace former ones, ordered by user name. A new login revokes
    /// nothing.
    ///
    /// - Parameter at: microseconds since 1970.
    public func withdrawals(inPlaceOf former: ConfiguredLogins, at: Int64) -> [Withdrawal] {
        former.fingerprints.sorted { $0.key < $1.key }.compactMap { user, before in
            let now = fingerprints[user]
            guard !before.isSubset(of: now ?? []) else { return nil }
            return Withdrawal(
                .user(user, sparing: nil), because: now == nil ? .accountDeleted : .passwordChanged, at: at)
        }
    }
}
