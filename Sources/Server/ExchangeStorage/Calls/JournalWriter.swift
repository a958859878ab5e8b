public import Dispatch
internal import ExchangeCore
internal import Synchronization

/// Stores the records of a run, in order, off the event loop, many in one transaction.
///
/// While one transaction is being written, the next records gather. So a busy exchange pays one disk write for many
/// calls, and a quiet one writes at once.
/// Isolation: any thread; completions come on the writer's own queue.
public final class JournalWriter: Sendable {
    /// The most records that may wait: a second of 10,000 calls, in which a disk can catch up. A record takes some 300
    /// bytes, the kept data of an answered call some kilobytes.
    public static let waitingMax = 100_000
    /// The most records in one transaction: enough to make the cost of the disk negligible, few enough to take
    /// milliseconds.
    static let batchMax = 2_000
    /// How long records that no call waits for may gather. It bounds what `kill -9` can lose of unacknowledged records.
    /// With less, a busy exchange would pay a disk write for every ring.
    public static let commitDelay = DispatchTimeInterval.milliseconds(5)
    /// The wait before a failed write is tried again. It doubles each time, up to the maximum. The writer notices within
    /// that time that a disk has room again.
    private static let retryWait = Duration.milliseconds(10)
    private static let retryWaitMax = Duration.seconds(1)

    private struct State {
        var waiting: [JournalEntry] = []
        /// The number of the last submitted record, counted from 1.
        var submitted: UInt64 = 0
        var pace = JournalScheduler()
        var hasFailed = false
        /// The wait before the next try. Set while writing fails.
        var retryWait: Duration?
        /// Whether a try is scheduled.
        var isRetrying = false
        var isStopping = false
    }

    private let store: any CallJournal
    private let clock: WallClock
    private let sealing: any Sealing
    private let commitDelay: DispatchTimeInterval
    private let queue = DispatchQueue(label: "carillon.journal", qos: .userInitiated)
    private let state = Mutex(State())
    private let onProgress: @Sendable (JournalProgress) -> Void

    /// - Parameters:
    ///   - sealing: seals kept calls.
    ///   - commitDelay: how long records that no call waits for may gather.
    ///   - onProgress: called after each transaction, and on failures.
    public init(
        store: any CallJournal, clock: WallClock, sealing: any Sealing,
        commitDelay: DispatchTimeInterval = JournalWriter.commitDelay,
        onProgress: @escaping @Sendable (JournalProgress) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.sealing = sealing
        self.commitDelay = commitDelay
        self.onProgress = onProgress
    }

    /// Whether so many records wait that the exchange should accept no new call.
    public var isBehind: Bool {
        state.withLock { $0.waiting.count >= Self.waitingMax || $0.hasFailed || $0.retryWait != nil }
    }

    /// Submits entries and returns the number of the last one.
    ///
    /// - Parameter isUrgent: whether calls wait until the entries are stored. Other entries are stored together within
    ///   `commitDelay`, which is also how long a reply may wait for them.
    @discardableResult
    public func append(_ entries: [JournalEntry], isUrgent: Bool = true) -> UInt64 {
        let (number, start) = state.withLock { state in
            state.waiting.append(contentsOf: entries)
            state.submitted += UInt64(entries.count)
            guard !state.hasFailed, !state.waiting.isEmpty else {
                return (state.submitted, JournalScheduler.Start.nothing)
            }
            let isInHurry = isUrgent || state.waiting.count >= Self.batchMax
            return (state.submitted, state.pace.recordsCame(isInHurry: isInHurry))
        }
        switch start {
        case .now: queue.async { self.write() }
        case .later: queue.asyncAfter(deadline: .now() + commitDelay) { self.writePostponed() }
        case .nothing: break
        }
        return number
    }

    /// Returns when all submitted entries are stored or have failed.
    public func drain() async {
        await withCheckedContinuation { continuation in
            queue.async {
                self.write()
                continuation.resume()
            }
        }
    }

    /// Drains for the last time. Entries that cannot be stored now are lost, and reported as
    /// ``JournalProgress/stalled(_:)``.
    public func stop() async {
        state.withLock { $0.isStopping = true }
        await drain()
    }

    private func writePostponed() {
        state.withLock { $0.pace.timerFired() }
        write()
    }

    private func write() {
        while let (batch, number) = nextBatch() {
            do throws(StorageError) {
                try store.append(batch, clock: clock, sealing: sealing)
                state.withLock { $0.retryWait = nil }
                onProgress(.stored(number))
            } catch {
                guard error.code != .contradiction else {
                    state.withLock { $0.hasFailed = true }
                    onProgress(.failed(error))
                    continue
                }
                return putBack(batch, error)
            }
        }
    }

    private func nextBatch() -> (entries: [JournalEntry], number: UInt64)? {
        state.withLock { state in
            guard !state.waiting.isEmpty, !state.hasFailed else {
                state.pace.wroteAll()
                return nil
            }
            guard state.waiting.count > Self.batchMax else {
                defer { state.waiting = [] }
                return (state.waiting, state.submitted)
            }
            var end = Self.batchMax
            // The entries of one turn of a call are stored together, such as a claim with its kept data.
            while end < state.waiting.count, state.waiting[end].session == state.waiting[end - 1].session { end += 1 }
            let batch = Array(state.waiting.prefix(end))
            state.waiting.removeFirst(end)
            return (batch, state.submitted - UInt64(state.waiting.count))
        }
    }

    /// Puts entries that could not be stored back before the later ones, and schedules another try. No entry is lost.
    private func putBack(_ batch: [JournalEntry], _ error: StorageError) {
        let (isNew, wait) = state.withLock { state in
            state.waiting.insert(contentsOf: batch, at: 0)
            let wait = state.retryWait ?? Self.retryWait
            defer { state.retryWait = min(wait * 2, Self.retryWaitMax) }
            guard !state.isRetrying, !state.isStopping else { return (state.retryWait == nil, Duration?.none) }
            state.isRetrying = true
            return (state.retryWait == nil, wait)
        }
        if isNew { onProgress(.stalled(error)) }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .microseconds(Int(wait / .microseconds(1)))) {
            self.state.withLock { $0.isRetrying = false }
            self.write()
        }
    }
}

/// A report about the writing of a journal.
public enum JournalProgress: Sendable {
    /// All entries up to that number, counted from 1, are stored.
    case stored(UInt64)
    /// Writing fails for the moment: the disk is full, or another process locks the file. It is tried again, and
    /// reported once until an entry is stored.
    case stalled(StorageError)
    /// The new entries contradict the stored ones. Writing stops; this is reported once.
    case failed(StorageError)
}

/// Decides when waiting records are written: at once, or a little later together with others.
package struct JournalScheduler: Sendable {
    /// The effect of new records.
    package enum Start: Equatable, Sendable {
        /// A write starts now.
        case now
        /// A timer starts, after which ``timerFired()`` is called and all waiting records are written.
        case later
        /// No effect: a pending write or the running timer includes the records.
        case nothing
    }

    /// Whether a write is pending or under way.
    private var isWriting = false
    /// Whether the timer runs. It runs until it fires, even if an urgent write has taken its records.
    private var isTimed = false

    package init() {}

    /// - Parameter isInHurry: whether a call waits for the records, or too many have gathered.
    package mutating func recordsCame(isInHurry: Bool) -> Start {
        guard !isWriting else { return .nothing }
        if isInHurry {
            isWriting = true
            return .now
        }
        guard !isTimed else { return .nothing }
        isTimed = true
        return .later
    }

    package mutating func timerFired() { isTimed = false }

    /// All waiting records are written.
    package mutating func wroteAll() { isWriting = false }
}
