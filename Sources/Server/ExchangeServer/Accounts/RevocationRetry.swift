internal import Accounts
internal import CallModel
package import Clocks
package import Logging
internal import Synchronization

/// Retries stored revocations that could not be enforced at once, because the disk was full or the exchange was killed.
package struct RevocationRetry: Sendable {
    /// The wait after a failure.
    package static let failureWait = Duration.seconds(5)
    /// The time between two unconditional checks of the database.
    package static let interval = Duration.seconds(3_600)

    private let clock: any TimeSource
    private let rest: WakeableSleep
    private let logger: Logger
    private let settle: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - rest: is woken when a revocation could not be enforced.
    ///   - settle: enforces all stored revocations.
    package init(
        clock: any TimeSource, rest: WakeableSleep, logger: Logger,
        settle: @escaping @Sendable () async throws -> Void
    ) {
        self.clock = clock
        self.rest = rest
        self.logger = logger
        self.settle = settle
    }

    /// Runs until its task is canceled.
    package func run() async {
        while !Task.isCancelled {
            rest.beginLook()
            let isHealthy = await look()
            await rest.rest(
                until: clock.calendar + (isHealthy ? Self.interval : Self.failureWait), isHealthy: isHealthy)
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

extension RevocationRetry {
    init(_ backend: APIBackend, _ logger: Logger) {
        self.init(clock: backend.rings.reach.clock, rest: backend.unsettled, logger: logger) {
            try await AccountService(backend: backend).settleAll()
        }
    }
}

/// A change that has to be enforced and is stored in no table.
enum PendingChange: Hashable {
    /// The logins of the file, some of which may be withdrawn.
    case logins
    /// A user left an organization of the file.
    case left(UserID, organization: String)
    /// The way in which a user's devices are reached changed.
    case reach(UserID)
}

/// The progress of revocations that the database does not have. A restart forgets it.
///
/// Memory: at most one entry for each user, one for each organization of a user in the file, one for each unsettled
/// revocation and one for all logins. Isolation: any thread.
final class RevocationProgress: Sendable {
    private struct State {
        /// After a start, the former content of the file is unknown.
        var pending: [PendingChange: Int] = [.logins: 0]
        var ordinal = 0
        var dismissed: Set<String> = []
    }

    private let state = Mutex(State())

    /// The pending changes, each with the ordinal that removes it.
    var pending: [(PendingChange, Int)] { state.withLock { $0.pending.map { ($0.key, $0.value) } } }

    func add(_ change: PendingChange) {
        state.withLock {
            $0.ordinal += 1
            $0.pending[change] = $0.ordinal
        }
    }

    /// Removes a change unless it was added again since.
    func remove(_ change: PendingChange, _ ordinal: Int) {
        state.withLock { if $0.pending[change] == ordinal { $0.pending[change] = nil } }
    }

    /// Whether the sockets of a revoked device have been closed.
    func isDismissed(_ device: String) -> Bool { state.withLock { $0.dismissed.contains(device) } }

    func dismissed(_ device: String) { state.withLock { _ = $0.dismissed.insert(device) } }

    func settled(_ device: String) { state.withLock { _ = $0.dismissed.remove(device) } }
}
