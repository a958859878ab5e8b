internal import Accounts
internal import Broadcast
internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import NIOCore
internal import RingCore
internal import WireJSON

/// The revocation of devices and members; all access ends here.
extension AccountService {
    /// The event that tells the user's other devices of a revoked one.
    static let revocationEvent = "device_revoked"

    /// Revokes devices: when it returns, none of them has a session, a credential, a token, a socket or a channel.
    /// ``RevocationRetry`` retries the parts that the rest of the exchange could not be told.
    ///
    /// - Returns: the number of revoked devices.
    func revoke(_ scope: RevocationScope, because reason: SessionEndReason) async throws -> Int {
        let revoked = try await store.revoke(Withdrawal(scope, because: reason, at: now))
        var attempts = Attempts()
        for revocation in revoked { await attempts.run { try await settle(revocation) } }
        if attempts.failure != nil { backend.unsettled.wake() }
        return revoked.count
    }

    /// Enforces the withdrawal of a user's login or password. A session does not tell which of the user's logins opened
    /// it, so all of them were revoked except the asking one.
    func settleWithdrawal(of user: UserID) async throws {
        // Listeners admitted by the password alone belong to no device.
        try await backend.dismissListeners(as: user.rawValue, of: nil)
        await settle(.user(user.rawValue))
    }

    /// Revokes the devices of users whose passwords in the file differ from those at the last storing of logins, in
    /// this run or an earlier one.
    private func adoptConfiguredLogins() async throws {
        let withdrawn = try await backend.loginTurns.run(of: "") {
            // The turn ensures that the latest reading is stored last.
            let users = backend.settings.current.configuration.users
            return try await store.adopt(ConfiguredLogins(of: users, by: backend.secrets), at: now)
        }
        if !withdrawn.isEmpty { backend.rings.unheard.wake() }
        for user in withdrawn { try await settleWithdrawal(of: UserID(user)) }
    }

    /// Tells the rest of the exchange of a committed revocation of a user or an organization. It cannot fail: the
    /// revocation is committed, and ``RevocationRetry`` retries the parts that could not be told.
    func settle(_ subject: RevocationSubject) async {
        do { try await settleNotes { subject.includes($0, $1) } } catch { backend.unsettled.wake() }
    }

    /// Tells the rest of the exchange of all devices and memberships that the database no longer has.
    ///
    /// - Throws: the first failure; its subject stays noted.
    func settleAll() async throws {
        var attempts = Attempts()
        for (change, ordinal) in backend.progress.pending {
            await attempts.run {
                try await enforce(change)
                backend.progress.remove(change, ordinal)
            }
        }
        await attempts.run { try await settleNotes { _, _ in true } }
        try attempts.end()
    }

    private func settleNotes(where isMeant: (_ user: String, _ organization: String?) -> Bool) async throws {
        let revocations = try await store.unsettledRevocations().filter { isMeant($0.user, nil) }
        let ends = try await store.unsettledMembershipEnds().filter { isMeant($0.user, $0.organization) }
        var attempts = Attempts()
        for revocation in revocations { await attempts.run { try await settle(revocation) } }
        for (organization, ends) in Dictionary(grouping: ends, by: \.organization) {
            await attempts.run {
                try await enforceEnd(of: ends.map(\.user), in: organization)
                try await store.settle(ends)
            }
        }
        try attempts.end()
    }

    private func enforce(_ change: PendingChange) async throws {
        switch change {
        case .logins: try await adoptConfiguredLogins()
        case .left(let user, let organization): try await enforceEnd(of: [user.rawValue], in: organization)
        case .reach(let user): try await renewReach(of: user.rawValue)
        }
    }

    /// Ends all access of users to an organization that they left. Users who are members again keep their access. The
    /// steps without database come first, so that a full disk leaves no listener behind.
    func enforceEnd(of users: [String], in organization: String) async throws {
        var (left, attempts) = (Set<UserID>(), Attempts())
        // A membership that cannot be read permits nothing, but ends no call.
        var excluded: Set<UserID> = []
        for user in users {
            await attempts.run {
                excluded.insert(UserID(user))
                if try await backend.memberships.contain(UserID(user), in: organization) {
                    excluded.remove(UserID(user))
                } else {
                    left.insert(UserID(user))
                }
            }
        }
        let loggedOut = excluded
        try await backend.onLoop { $0.logOut(users: loggedOut, of: organization) }
        for user in excluded { try await backend.dismissListeners(as: user.rawValue, of: organization) }
        for user in users { await attempts.run { try await renewCredentials(ofUser: user) } }
        await attempts.run { try await renewReach(of: users, in: organization) }
        for user in left {
            await attempts.run {
                try await backend.rings.engine.handle(.removed(user)) { $0 == OrganizationID(organization) }
            }
        }
        try attempts.end()
    }

    private func settle(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (revocation.user, revocation.device)
        // Only once: a dismissed client reconnects at once, and would be dismissed again with every attempt.
        if !backend.progress.isDismissed(device) {
            try await dismiss(revocation)
            backend.progress.dismissed(device)
        }
        var attempts = Attempts()
        await attempts.run { try await renewReach(of: user) }
        await attempts.run { try await backend.rings.engine.handle(.loggedOut(DeviceID(device))) }
        try attempts.end()
        try await store.settle(revocation)
        backend.progress.settled(device)
    }

    /// Ends everything that a revoked device has open, and announces the revocation. Needs no database.
    private func dismiss(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (UserID(revocation.user), revocation.device)
        // In the user's turn, so that a credential being issued meanwhile finds the device removed.
        try await backend.credentialTurns.run(of: revocation.user) {
            try await dropCredentials(of: device)
            try await backend.onLoop { $0.logOut(device: device, of: user) }
        }
        if revocation.isNew { try await announce(revocation) }
        // A listener has proven its user, not its device, so all listeners of the user have to be admitted again.
        try await backend.dismissListeners(as: revocation.user, of: nil)
        try await backend.dismissListeners(as: nil, to: [ChannelName.ofDevice(device)])
    }

    private func announce(_ revocation: DeviceRevocation) async throws {
        let data: JSONObject = [
            "device": .string(revocation.device), "reason": .string(revocation.reason.rawValue),
            "timestamp": .integer(revocation.at / 1_000_000),
        ]
        let publication = Publication(
            event: Self.revocationEvent, data: data.jsonText, channels: [ChannelName.ofUser(revocation.user)])
        let broadcast = backend.broadcast
        try await backend.eventLoop.submit { broadcast.value.own?.handle(.publish(publication)) }.get()
    }
}

/// The subject whose notes are settled.
enum RevocationSubject {
    case user(String)
    /// Only ends of memberships have an organization.
    case organization(String)

    fileprivate func includes(_ user: String, _ organization: String?) -> Bool {
        switch self {
        case .user(let name): name == user
        case .organization(let id): id == organization
        }
    }
}

/// Runs several steps even if some of them fail.
struct Attempts {
    /// The first failure.
    private(set) var failure: (any Error)?

    mutating func run(_ body: () async throws -> Void) async {
        do { try await body() } catch { failure = failure ?? error }
    }

    func end() throws { if let failure { throw failure } }
}

extension ConfiguredLogins {
    /// - Parameters:
    ///   - users: the users of the configuration file and of the command line.
    ///   - secrets: without its key a fingerprint reveals nothing, and passwords cannot be tried on it.
    init(of users: [UserEntry], by secrets: SecretBox) {
        self.init(
            Dictionary(
                users.map { user in
                    let own = user.password.map { [secrets.fingerprint(of: user.name, $0)] } ?? []
                    let devices = user.devices.map { secrets.fingerprint(of: $0.login, $0.password, $0.name) }
                    return (user.name, Set(own + devices))
                }, uniquingKeysWith: { $0.union($1) }))
    }
}

extension SecretBox {
    fileprivate func fingerprint(of login: String, _ password: PasswordHash, _ device: String? = nil) -> [UInt8] {
        // Names and hashes contain no line breaks.
        fingerprint(of: Array([login, password.text, device ?? ""].joined(separator: "\n").utf8))
    }
}
