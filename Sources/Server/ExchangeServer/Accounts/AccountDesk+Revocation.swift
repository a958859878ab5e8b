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

    /// Revokes devices: when it returns, none of them has a socket, a credential, a token or a channel.
    ///
    /// - Returns: how many there were.
    func revoke(_ scope: RevocationScope, because reason: SessionEnd) async throws -> Int {
        let revoked = try await store.revoke(Withdrawal(scope, because: reason, at: now))
        try await keepingTrack { for revocation in revoked { try await settle(revocation) } }
        return revoked.count
    }

    /// A login of a user was withdrawn or has another password, and what it may have opened was revoked with it. A session
    /// does not tell which of the user's logins opened it, so all of them end but the one that asks.
    func settleWithdrawal(of user: UserID) async throws {
        // Listeners that were let in by the password alone hang on no device.
        try await backend.dismissListeners(as: user.rawValue, of: nil)
        try await settleRevocations()
    }

    /// Revokes what logins may have opened that the file withdrew: no transaction can hold both, so it is done until it is
    /// stored.
    func storeWithdrawals() async throws {
        for (user, reason) in backend.withdrawals.all {
            _ = try await store.revoke(Withdrawal(.user(user.rawValue, sparing: nil), because: reason, at: now))
            backend.withdrawals.remove(user)
            try await settleWithdrawal(of: user)
        }
    }

    /// Tells all who have to know of the devices and memberships that the database no longer has. What fails is told again
    /// by ``RevocationKeeper``; being told twice does no harm.
    func settleRevocations() async throws {
        try await keepingTrack {
            let revocations = try await store.unsettledRevocations()
            let ends = try await store.unsettledMembershipEnds()
            var failure: (any Error)?
            // One that cannot be enforced keeps no other from it.
            func attempt(_ body: () async throws -> Void) async {
                do { try await body() } catch { failure = failure ?? error }
            }
            for revocation in revocations { await attempt { try await settle(revocation) } }
            for (organization, ends) in Dictionary(grouping: ends, by: \.organization) {
                await attempt {
                    try await enforceEnd(of: ends.map(\.user), in: organization)
                    try await store.settle(ends)
                }
            }
            if let failure { throw failure }
        }
    }

    /// What fails is not forgotten.
    private func keepingTrack(_ body: () async throws -> Void) async throws {
        do { try await body() } catch {
            backend.unsettled.wake()
            throw error
        }
    }

    /// Users are members of an organisation no more: nothing they had of it is left. Those who are again by now keep what
    /// they have.
    func enforceEnd(of users: [String], in organization: String) async throws {
        var leaving: Set<UserID> = []
        for user in users where try await !belongs(user, to: organization) { leaving.insert(UserID(user)) }
        let left = leaving
        try await backend.onLoop { $0.logOut(users: left, of: organization) }
        for user in users {
            try await renewCredentials(ofUser: user)
            try await renewReach(of: user)
            guard leaving.contains(UserID(user)) else { continue }
            try await backend.dismissListeners(as: user, of: organization)
            try await backend.rings.engine.tell(.removed(UserID(user))) { $0 == OrganizationID(organization) }
        }
    }

    private func belongs(_ user: String, to organization: String) async throws -> Bool {
        if try await store.member(user, of: organization) != nil { return true }
        return try await backend.onLoop { $0.directory.organizations(of: UserID(user)).contains(organization) }
    }

    private func settle(_ revocation: DeviceRevocation) async throws {
        try await enforce(revocation)
        try await store.settle(revocation)
    }

    private func enforce(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (UserID(revocation.user), revocation.device)
        // In the user's turn: what is being issued meanwhile finds the device gone.
        try await backend.credentialTurns.run(of: revocation.user) {
            try await backend.onLoop { gateway in
                for login in gateway.directory.credentialLogins(ofDevice: device) {
                    gateway.directory.set(nil, login: login)
                }
                gateway.logOut(device: device, of: user)
            }
        }
        if revocation.isNews { try await announce(revocation) }
        // A listener has proven whose it is, not which device it is on, so all of the user's listen anew.
        try await backend.dismissListeners(as: revocation.user, of: nil)
        try await backend.dismissListeners(as: nil, to: [ChannelName.ofDevice(device)])
        try await renewReach(of: revocation.user)
        try await backend.rings.engine.tell(.loggedOut(DeviceID(device)))
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
