internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import Synchronization

/// Tells which organizations users are members of, by the configuration or by the API.
struct Memberships: Sendable {
    let gateway: NIOLoopBound<VertoGateway>
    let eventLoop: any EventLoop
    let accounts: any AccountStore

    /// - Throws: errors of the database or of a stopped event loop.
    func contain(_ user: UserID, in organization: String) async throws -> Bool {
        let gateway = gateway
        let isConfigured = try await eventLoop.submit {
            gateway.value.directory.organizations(of: user).contains(organization)
        }.get()
        if isConfigured { return true }
        return try await accounts.member(user.rawValue, of: organization) != nil
    }

    /// The organization of a call if the callee is a member of it, else nil. The callee's phone would wait in vain for
    /// credentials of an organization that the callee is not in.
    func shared(_ organization: String?, with user: UserID) async -> String? {
        guard let organization, (try? await contain(user, in: organization)) == true else { return nil }
        return organization
    }
}

/// The organizations of the API's users as of the last reading: a dialing device cannot wait for the database.
///
/// Isolation: any thread, without waiting.
final class MembershipCache: Sendable {
    private struct State {
        var organizations: [UserID: Set<String>] = [:]
        /// The latest reading that was set for each user.
        var latest: [UserID: UInt64] = [:]
    }

    private let state = Mutex(State())

    func organizations(of user: UserID) -> Set<String> { state.withLock { $0.organizations[user] ?? [] } }

    /// Sets the organizations of a user unless a later reading was set already.
    func set(_ organizations: [String], of user: UserID, reading: UInt64) {
        state.withLock { state in
            guard reading > state.latest[user, default: 0] else { return }
            state.latest[user] = reading
            state.organizations[user] = organizations.isEmpty ? nil : Set(organizations)
        }
    }
}

/// The calling and called parties that the exchange knows: users of the file and the API, and numbers. It is made for
/// one query on the event loop.
struct PartyDirectory: CallingDirectory {
    let directory: Directory
    let memberships: MembershipCache
    /// nil if there are no numbers.
    let numberCalls: (any NumberCallController)?

    func user(dialed: String) -> UserID? { directory.target(of: dialed) }

    func organizations(ofNumber dialed: String) -> Set<String>? {
        numberCalls?.organizations(ofNumber: Directory.withoutDomain(dialed))
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
