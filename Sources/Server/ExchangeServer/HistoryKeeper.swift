internal import Dispatch
internal import ExchangeStorage
internal import Logging
internal import Synchronization

/// Forgets calls that ended longer ago than the journal is to remember: at the start, then every hour.
final class HistoryKeeper: Sendable {
    /// Seconds between two looks: a day's calls are forgotten in two dozen small steps.
    private static let interval = 3_600
    /// Calls forgotten in one transaction, so that calls that go on wait for milliseconds at most.
    private static let batchMax = 500

    private let database: ExchangeDatabase
    private let days: Int
    private let now: @Sendable () -> Int64
    private let logger: Logger
    private let queue = DispatchQueue(label: "carillon.history", qos: .utility)
    private let isStopped = Mutex(false)

    /// - Parameter now: microseconds since 1970.
    init(database: ExchangeDatabase, days: Int, now: @escaping @Sendable () -> Int64, logger: Logger) {
        self.database = database
        self.days = days
        self.now = now
        self.logger = logger
    }

    func start() {
        queue.async { self.look() }
    }

    /// Returns when nothing is being forgotten any more.
    func stop() async {
        isStopped.withLock { $0 = true }
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func look() {
        guard !isOver else { return }
        forget()
        queue.asyncAfter(deadline: .now() + .seconds(Self.interval)) { [weak self] in self?.look() }
    }

    private var isOver: Bool { isStopped.withLock { $0 } }

    private func forget() {
        let horizon = now() - Int64(days) * 86_400_000_000
        do throws(StorageError) {
            while !isOver, try database.forgetCalls(endedBefore: horizon, atMost: Self.batchMax) > 0 {}
        } catch {
            logger.warning("old calls could not be forgotten: \(error)")
        }
    }
}
