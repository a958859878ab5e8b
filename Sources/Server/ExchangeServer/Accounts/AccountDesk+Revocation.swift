internal import Accounts
internal import Broadcast
internal import CallModel
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
        let revoked = try await store.revoke(scope, because: reason, at: now)
        try await settleRevocations()
        return revoked.count
    }

    /// Revokes what a login of a user may have opened, when the login is withdrawn or has another password. A session does
    /// not tell which of the user's logins opened it, so all of them end but the one that asks.
    ///
    /// - Parameter device: the one whose session stays; nil: none does.
    func revokeSessions(of user: UserID, sparing device: String? = nil, because reason: SessionEnd) async throws {
        _ = try await revoke(.user(user.rawValue, sparing: device), because: reason)
        // Listeners that were let in by the password alone hang on no device.
        try await backend.dismissListeners(as: user.rawValue, of: nil)
    }

    /// Tells all who have to know of the devices and memberships that the database no longer has. What fails is told again
    /// by ``RevocationKeeper``; being told twice does no harm.
    func settleRevocations() async throws {
        var failure: (any Error)?
        // One that cannot be enforced keeps no other from it.
        func attempt(_ body: () async throws -> Void) async {
            do { try await body() } catch { failure = failure ?? error }
        }
        await attempt {
            for revocation in try await store.unsettledRevocations() {
                await attempt {
                    try await enforce(revocation)
                    try await store.settle(revocation)
                }
            }
        }
        await attempt {
            let ends = try await store.unsettledMembershipEnds()
            for (organization, ends) in Dictionary(grouping: ends, by: \.organization) {
                await attempt {
                    try await enforceEnd(of: ends.map(\.user), in: organization)
                    try await store.settle(ends)
                }
            }
        }
        guard let failure else { return }
        backend.unsettled.wake()
        throw failure
    }

    /// Users are members of an organisation no more: nothing they had of it is left.
    func enforceEnd(of users: [String], in organization: String) async throws {
        let leaving = Set(users.map { UserID($0) })
        try await backend.onLoop { $0.logOut(users: leaving, of: organization) }
        for user in users {
            try await renewCredentials(ofUser: user)
            try await backend.dismissListeners(as: user, of: organization)
            try await renewReach(of: user)
            await backend.rings.tell(.removed(UserID(user))) { $0 == OrganizationID(organization) }
        }
    }

    private func enforce(_ revocation: DeviceRevocation) async throws {
        let (user, device) = (UserID(revocation.user), revocation.device)
        let now = now
        try await backend.onLoop { gateway in
            gateway.directory.forgetCredentials(ofDevice: device, of: user, at: now)
            gateway.logOut(device: device, of: user)
        }
        if revocation.isNews { try await announce(revocation) }
        // A listener has proven whose it is, not which device it is on, so all of the user's listen anew.
        try await backend.dismissListeners(as: revocation.user, of: nil)
        try await backend.dismissListeners(as: nil, to: [ChannelName.ofDevice(device)])
        try await renewReach(of: revocation.user)
        await backend.rings.tell(.loggedOut(DeviceID(device)))
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
