/// The end of a device's session, and with it of all by which the device is reached or gets in: bearer session, push
/// tokens, credentials here and at a carrier, sockets and channels.
///
/// A device is revoked whatever ended it, so no way out can leave something behind. It is stored together with the end
/// of what the database holds, and settled when all others that have to know were told.
public struct DeviceRevocation: Hashable, Sendable {
    public let device: String
    public let user: String
    public let reason: SessionEnd
    /// Microseconds since 1970.
    public let at: Int64

    public init(device: String, user: String, reason: SessionEnd, at: Int64) {
        self.device = device
        self.user = user
        self.reason = reason
        self.at = at
    }

    /// Whether the user's other devices are told: of all that the user did not do on that device.
    public var isNews: Bool {
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

/// Devices to be revoked, together with the change that is the reason.
public struct Withdrawal: Hashable, Sendable {
    public let scope: RevocationScope
    public let reason: SessionEnd
    /// Microseconds since 1970.
    public let at: Int64

    public init(_ scope: RevocationScope, because reason: SessionEnd, at: Int64) {
        self.scope = scope
        self.reason = reason
        self.at = at
    }
}

/// The end of a user's membership, and with it of all that the user had of the organisation: credentials, sockets,
/// channels and ringing calls.
///
/// It is stored together with the end of what the database holds, and settled when all others that have to know were
/// told.
public struct MembershipEnd: Hashable, Sendable {
    public let organization: String
    public let user: String
    /// Microseconds since 1970.
    public let at: Int64

    public init(organization: String, user: String, at: Int64) {
        self.organization = organization
        self.user = user
        self.at = at
    }
}

/// How the users of a configuration file get in: of each a keyed fingerprint of every login with its password.
///
/// A session does not tell which of a user's logins opened it, so a login that is no more, or has another password, ends
/// all of them. What of a file was stored last is compared with what it says now, however long ago it was read: also a
/// password that changed while no exchange ran has revoked what it opened.
public struct ConfiguredLogins: Hashable, Sendable {
    /// By user; a user without any login has none.
    public let fingerprints: [String: Set<[UInt8]>]

    public init(_ fingerprints: [String: Set<[UInt8]>]) { self.fingerprints = fingerprints }

    /// What these revoke in the place of earlier ones, by user name. A login that is new revokes nothing.
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
