internal import CallModel
internal import ExchangeStorage
internal import Logging
internal import Redaction
internal import Synchronization

/// Rehashes passwords of users whose stored hashes have an older form.
///
/// Isolation: any thread.
final class PasswordUpgrades: Sendable {
    private let backend: APIBackend
    private let logger: Logger
    private let underWay = Mutex<[UserID: Task<Void, Never>]>([:])

    init(_ backend: APIBackend, logger: Logger) {
        self.backend = backend
        self.logger = logger
    }

    /// Rehashes a password that was just proven. It has no effect when the password has changed since; a failure is
    /// retried at the next login.
    func upgrade(of user: UserID, from old: PasswordHash, _ password: Redacted<String>) {
        underWay.withLock { underWay in
            guard underWay[user] == nil else { return }
            underWay[user] = Task {
                do {
                    try await store(try await backend.hash(password), of: user, insteadOf: old)
                } catch {
                    logger.warning("a password of an older kind could not be hashed anew: \(error)")
                }
                self.underWay.withLock { $0[user] = nil }
            }
        }
    }

    private func store(_ new: PasswordHash, of user: UserID, insteadOf old: PasswordHash) async throws {
        try await backend.userTurns.run(of: user.rawValue) {
            let entry = try await backend.onLoop { $0.directory.users[user.rawValue]?.entry }
            guard var entry, entry.password == old else { return }
            entry.password = new
            let changed = entry
            try await backend.inUsers { try $0.save(StoredUser(changed)) }
            try await backend.onLoop { $0.directory.setHash(new, of: user.rawValue) }
        }
    }

    /// Returns when no rehashing is in progress.
    func finish() async {
        for task in underWay.withLock({ Array($0.values) }) { await task.value }
    }
}
