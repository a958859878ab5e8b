internal import Accounts
internal import Broadcast
internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import NIOCore
internal import RingCore
internal import WireJSON

/// The one way in which the access of a device or a member ends.
extension AccountDesk {
    /// What the user's other devices are told of a revoked one.
    static let revocationEvent = "device_revoked"

    /// Revokes devices: none of them has a session, a credential, a token, a socket or a channel when it returns. What
    /// could not be told to the rest of the exchange ``RevocationKeeper`` tells.
    ///
    /// - Returns: how many there were.
    func revoke(_ scope: RevocationScope, because reason: SessionEnd) async throws -> Int {
        let revoked = try await store.revoke(Withdrawal(scope, because: reason, at: now))
        var attempts = Attempts()
        for revocation in revoked { await attempts.run { try await settle(revocation) } }
        if attempts.failure != nil { backend.unsettled.wake() }
        return revoked.count
    }

    /// A login of a user was withdrawn or has another password, and what it may have opened was revoked with it. A session
    /// does not tell which of the user's logins opened it, so all of them end but the one that asks.
    func settleWithdrawal(of user: UserID) async throws {
        // Listeners that were let in by the password alone hang on no device.
        try await backend.dismissListeners(as: user.rawValue, of: nil)
        await settle(.user(user.rawValue))
    }

    /// Revokes the devices of users whom the file lets in by other passwords than when its logins were stored last, be it in
    /// this run or in one before.
    private func adoptConfiguredLogins() async throws {
        let withdrawn = try await backend.loginTurns.run(of: "") {
            // In the turn: the latest reading is stored last.
            let users = backend.settings.current.configuration.users
            return try await store.adopt(ConfiguredLogins(of: users, by: backend.secrets), at: now)
        }
        if !withdrawn.isEmpty { backend.rings.unheard.wake() }
        for user in withdrawn { try await settleWithdrawal(of: UserID(user)) }
    }

    /// What has just been committed of a user or an organisation is told to the rest of the exchange. It cannot fail: what
    /// was committed is done, and what could not be told ``RevocationKeeper`` tells.
    func settle(_ subject: RevocationSubject) async {
        do { try await settleNotes { subject.includes($0, $1) } } catch { backend.unsettled.wake() }
    }

    /// Tells all who have to know of the devices and memberships that the database no longer has.
    ///
    /// - Throws: the first failure; what it was of is noted still.
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

    /// Users are members of an organisation no more: nothing they had of it is left. Those who are again by now keep what
    /// they have. First what needs no database, so that a full disk leaves no listener behind.
    func enforceEnd(of users: [String], in organization: String) async throws {
        var (left, attempts) = (Set<UserID>(), Attempts())
        // A membership that cannot be read permits nothing, and ends no call.
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
                try await backend.rings.engine.tell(.removed(user)) { $0 == OrganizationID(organization) }
            }
        }
        try attempts.end()
    }

    private func settle(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (revocation.user, revocation.device)
        // Once: who is dismissed comes back at once, and would be dismissed again with every attempt.
        if !backend.progress.isDismissed(device) {
            try await dismiss(revocation)
            backend.progress.dismissed(device)
        }
        var attempts = Attempts()
        await attempts.run { try await renewReach(of: user) }
        await attempts.run { try await backend.rings.engine.tell(.loggedOut(DeviceID(device))) }
        try attempts.end()
        try await store.settle(revocation)
        backend.progress.settled(device)
    }

    /// Ends what a revoked device has open, and says so. Needs no database.
    private func dismiss(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (UserID(revocation.user), revocation.device)
        // In the user's turn: what is being issued meanwhile finds the device gone.
        try await backend.credentialTurns.run(of: revocation.user) {
            try await dropCredentials(of: device)
            try await backend.onLoop { $0.logOut(device: device, of: user) }
        }
        if revocation.isNews { try await announce(revocation) }
        // A listener has proven whose it is, not which device it is on, so all of the user's listen anew.
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

/// Of whom or what notes are settled.
enum RevocationSubject {
    case user(String)
    /// Only ends of memberships speak of one.
    case organization(String)

    fileprivate func includes(_ user: String, _ organization: String?) -> Bool {
        switch self {
        case .user(let name): name == user
        case .organization(let id): id == organization
        }
    }
}

/// Several things to do, none of which keeps the others from being done.
struct Attempts {
    /// The first.
    private(set) var failure: (any Error)?

    mutating func run(_ body: () async throws -> Void) async {
        do { try await body() } catch { failure = failure ?? error }
    }

    func end() throws { if let failure { throw failure } }
}

extension ConfiguredLogins {
    /// - Parameters:
    ///   - users: those of the configuration file and of the command line.
    ///   - secrets: without its key a fingerprint tells nothing, and no password can be tried on it.
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
        // A line break is in no name and in no hash.
        fingerprint(of: Array([login, password.text, device ?? ""].joined(separator: "\n").utf8))
    }
}
