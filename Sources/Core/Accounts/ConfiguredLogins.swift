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
