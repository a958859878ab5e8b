internal import Accounts
internal import CallModel
internal import Synchronization

/// Users whose logins the file has withdrawn and whose devices are not revoked yet, as nothing could be stored.
///
/// At most one entry for each user of a file. Isolation: any thread.
final class PendingWithdrawals: Sendable {
    private let users = Mutex<[UserID: SessionEnd]>([:])

    var all: [(user: UserID, reason: SessionEnd)] {
        users.withLock { $0.map { ($0.key, $0.value) } }.sorted { $0.0.rawValue < $1.0.rawValue }
    }

    func add(_ user: UserID, because reason: SessionEnd) { users.withLock { $0[user] = reason } }

    func remove(_ user: UserID) { users.withLock { $0[user] = nil } }
}
