internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import Synchronization

/// Which organisations users are members of: by the configuration, or by what the API was told.
struct Memberships: Sendable {
    let gateway: NIOLoopBound<VertoGateway>
    let eventLoop: any EventLoop
    let accounts: any AccountStore

    /// - Throws: what the database or a stopped event loop says.
    func contain(_ user: UserID, in organization: String) async throws -> Bool {
        let gateway = gateway
        let isConfigured = try await eventLoop.submit {
            gateway.value.directory.organizations(of: user).contains(organization)
        }.get()
        if isConfigured { return true }
        return try await accounts.member(user.rawValue, of: organization) != nil
    }

    /// The organisation of a call as the callee's phone may be told it: for one the callee has no part in it would wait for
    /// credentials in vain.
    func shared(_ organization: String?, with user: UserID) async -> String? {
        guard let organization, (try? await contain(user, in: organization)) == true else { return nil }
        return organization
    }
}

/// Which organisations the API has users in, as it was read last: a device that dials cannot wait for the
/// database.
///
/// Isolation: any thread, without waiting.
final class KnownMemberships: Sendable {
    private struct State {
        var organizations: [UserID: Set<String>] = [:]
        /// The latest reading that was set of each user.
        var latest: [UserID: UInt64] = [:]
    }

    private let state = Mutex(State())

    func organizations(of user: UserID) -> Set<String> { state.withLock { $0.organizations[user] ?? [] } }

    /// A user is in these and no others; unless a later reading was faster.
    func set(_ organizations: [String], of user: UserID, reading: UInt64) {
        state.withLock { state in
            guard reading > state.latest[user, default: 0] else { return }
            state.latest[user] = reading
            state.organizations[user] = organizations.isEmpty ? nil : Set(organizations)
        }
    }
}

/// What the exchange knows of who dials and who is dialled: users of the file and the API, and numbers. Made for one
/// question on the event loop.
struct KnownParties: CallingDirectory {
    let directory: Directory
    let memberships: KnownMemberships
    /// nil: there are no numbers.
    let commander: (any CallCommander)?

    func user(dialled: String) -> UserID? { directory.target(of: dialled) }

    func organizations(ofNumber dialled: String) -> Set<String>? {
        commander?.organizations(ofNumber: Directory.withoutDomain(dialled))
    }

    func party(_ user: UserID) -> CallingParty? {
        let memberships = memberships.organizations(of: user)
        guard let (entry, origin) = directory.users[user.rawValue] else { return nil }
        let configured = origin == .configuration ? entry.callingOrganizations : []
        return CallingParty(
            user, organizations: memberships.union(configured), displayName: entry.displayName,
            numbers: entry.numbers, picture: entry.picture)
    }
}
