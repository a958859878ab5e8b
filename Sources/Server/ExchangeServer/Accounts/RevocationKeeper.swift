internal import Accounts
internal import CallModel
package import ExchangeCarrier
package import Logging
internal import Synchronization

/// Has revocations enforced that could not be when they were stored, as the disk was full or the exchange was killed.
package struct RevocationKeeper: Sendable {
    /// The wait after a failure.
    package static let failureWait = Duration.seconds(5)
    /// The database is asked as often as this, whatever was heard in between.
    package static let interval = Duration.seconds(3_600)

    private let clock: any RingClock
    private let rest: KeeperRest
    private let logger: Logger
    private let settle: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - rest: woken when a revocation could not be enforced.
    ///   - settle: enforces all that are stored.
    package init(
        clock: any RingClock, rest: KeeperRest, logger: Logger, settle: @escaping @Sendable () async throws -> Void
    ) {
        self.clock = clock
        self.rest = rest
        self.logger = logger
        self.settle = settle
    }

    /// Runs until its task is cancelled.
    package func run() async {
        while !Task.isCancelled {
            rest.beginLook()
            let isHealthy = await look()
            await rest.rest(until: clock.now + (isHealthy ? Self.interval : Self.failureWait), isHealthy: isHealthy)
        }
    }

    private func look() async -> Bool {
        do {
            try await settle()
            return true
        } catch {
            logger.warning("a revocation is not enforced everywhere, it is tried again: \(error)")
            return false
        }
    }
}

extension RevocationKeeper {
    init(_ backend: APIBackend, _ logger: Logger) {
        self.init(clock: backend.rings.reach.clock, rest: backend.unsettled, logger: logger) {
            let desk = AccountDesk(backend: backend)
            try await desk.storeWithdrawals()
            try await desk.settleRevocations()
        }
    }
}

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
