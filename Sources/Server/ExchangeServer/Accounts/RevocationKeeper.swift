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
            try await AccountDesk(backend: backend).settleAll()
        }
    }
}

/// What is still to be enforced and stands in no table.
enum PendingChange: Hashable {
    /// What the file says of logins, which may withdraw some.
    case logins
    /// An organisation the file had a user in.
    case left(UserID, organization: String)
    /// Where the devices of a user are reached.
    case reach(UserID)
}

/// How far revocations are enforced, as far as the database does not know. A restart forgets it.
///
/// At most one entry for each user, one for each organization the file has one in, one for each revocation that is not
/// settled and one for all logins. Isolation: any thread.
final class RevocationProgress: Sendable {
    private struct State {
        /// At a start nothing is known of what the file had before.
        var pending: [PendingChange: Int] = [.logins: 0]
        var ordinal = 0
        var dismissed: Set<String> = []
    }

    private let state = Mutex(State())

    /// With the ordinal by which each is removed.
    var pending: [(PendingChange, Int)] { state.withLock { $0.pending.map { ($0.key, $0.value) } } }

    func add(_ change: PendingChange) {
        state.withLock {
            $0.ordinal += 1
            $0.pending[change] = $0.ordinal
        }
    }

    /// Unless it was added again since.
    func remove(_ change: PendingChange, _ ordinal: Int) {
        state.withLock { if $0.pending[change] == ordinal { $0.pending[change] = nil } }
    }

    /// Whether the sockets of a revoked device are closed.
    func isDismissed(_ device: String) -> Bool { state.withLock { $0.dismissed.contains(device) } }

    func dismissed(_ device: String) { state.withLock { _ = $0.dismissed.insert(device) } }

    func settled(_ device: String) { state.withLock { _ = $0.dismissed.remove(device) } }
}
