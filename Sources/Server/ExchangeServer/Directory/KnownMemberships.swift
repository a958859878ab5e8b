internal import CallModel
internal import Synchronization

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
