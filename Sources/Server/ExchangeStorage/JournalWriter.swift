public import Dispatch
public import ExchangeCore
internal import Synchronization

/// Stores the records of a run, in order, off the event loop, many in one transaction.
///
/// While one transaction is being written the next records gather, so a busy exchange pays one write to the disk for
/// many calls, and a quiet one waits for nobody. Isolation: any thread; completions come on the writer's own queue.
public final class JournalWriter: Sendable {
    /// Records that may wait: a second of 10,000 calls, for a disk to catch up. One takes some 300 bytes.
    public static let waitingMax = 100_000
    /// Records in one transaction: enough to make the disk's part negligible, few enough to take milliseconds.
    static let batchMax = 2_000
    /// How long records nobody waits for may wait for company. It is what `kill -9` can cost of a call's story, never of
    /// a claim; shorter, and a busy exchange would pay the disk for every ring.
    public static let leisure = DispatchTimeInterval.milliseconds(5)
    /// Attempts before a failure counts: the file may be locked by a backup for a moment.
    static let attemptsMax = 3

    private struct State {
        var waiting: [JournalRecord] = []
        /// Number of the last record handed in, from 1.
        var submitted: UInt64 = 0
        var pace = JournalPace()
        var hasFailed = false
    }

    private let database: ExchangeDatabase
    private let clock: WallClock
    private let leisure: DispatchTimeInterval
    private let queue = DispatchQueue(label: "carillon.journal", qos: .userInitiated)
    private let state = Mutex(State())
    private let onCommit: @Sendable (Result<UInt64, StorageError>) -> Void

    /// - Parameters:
    ///   - leisure: how long records nobody waits for may wait.
    ///   - onCommit: told the number of the last record stored, counted from 1, after each transaction; or, once, why no
    ///     more can be stored.
    public init(
        database: ExchangeDatabase, clock: WallClock, leisure: DispatchTimeInterval = JournalWriter.leisure,
        onCommit: @escaping @Sendable (Result<UInt64, StorageError>) -> Void
    ) {
        self.database = database
        self.clock = clock
        self.leisure = leisure
        self.onCommit = onCommit
    }

    /// Whether so much is waiting that no new call should be taken.
    public var isBehind: Bool { state.withLock { $0.waiting.count >= Self.waitingMax || $0.hasFailed } }

    /// Hands in records and returns the number of the last of them.
    ///
    /// - Parameter isUrgent: whether somebody waits for them; others are stored within `leisure`, together.
    @discardableResult
    public func append(_ records: [JournalRecord], isUrgent: Bool = true) -> UInt64 {
        let (number, start) = state.withLock { state in
            state.waiting.append(contentsOf: records)
            state.submitted += UInt64(records.count)
            guard !state.hasFailed, !state.waiting.isEmpty else { return (state.submitted, JournalPace.Start.nothing) }
            let isInHurry = isUrgent || state.waiting.count >= Self.batchMax
            return (state.submitted, state.pace.recordsCame(isInHurry: isInHurry))
        }
        switch start {
        case .now: queue.async { self.write() }
        case .later: queue.asyncAfter(deadline: .now() + leisure) { self.writePostponed() }
        case .nothing: break
        }
        return number
    }

    /// Returns when everything handed in so far is stored, or cannot be.
    public func drain() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.write()
                continuation.resume()
            }
        }
    }

    private func writePostponed() {
        state.withLock { $0.pace.timerFired() }
        write()
    }

    private func write() {
        while let (batch, number) = nextBatch() {
            do throws(StorageError) {
                try store(batch)
                onCommit(.success(number))
            } catch {
                state.withLock { $0.hasFailed = true }
                onCommit(.failure(error))
            }
        }
    }

    private func nextBatch() -> (records: [JournalRecord], number: UInt64)? {
        state.withLock { state in
            guard !state.waiting.isEmpty, !state.hasFailed else {
                state.pace.wroteAll()
                return nil
            }
            guard state.waiting.count > Self.batchMax else {
                defer { state.waiting = [] }
                return (state.waiting, state.submitted)
            }
            let batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(Self.batchMax)
            return (batch, state.submitted - UInt64(state.waiting.count))
        }
    }

    private func store(_ batch: [JournalRecord]) throws(StorageError) {
        var attempt = 1
        while true {
            do throws(StorageError) {
                return try database.append(batch, clock: clock)
            } catch {
                guard attempt < Self.attemptsMax else { throw error }
                attempt += 1
            }
        }
    }
}
