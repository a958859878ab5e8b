public import Dispatch
internal import ExchangeCore
internal import Synchronization

/// Stores the records of a run, in order, off the event loop, many in one transaction.
///
/// While one transaction is being written the next records gather, so a busy exchange pays one write to the disk for
/// many calls, and a quiet one waits for nobody. Isolation: any thread; completions come on the writer's own queue.
public final class JournalWriter: Sendable {
    /// Records that may wait: a second of 10,000 calls, for a disk to catch up. One takes some 300 bytes, what is kept of an
    /// answered call some kilobytes.
    public static let waitingMax = 100_000
    /// Records in one transaction: enough to make the disk's part negligible, few enough to take milliseconds.
    static let batchMax = 2_000
    /// How long records that no call waits for may wait for company: what `kill -9` can cost of what nobody was told is
    /// done. Shorter, and a busy exchange would pay the disk for every ring.
    public static let leisure = DispatchTimeInterval.milliseconds(5)
    /// How long it waits before it tries again what could not be stored: at first, then twice as long each time, up to
    /// the other. A disk that has room again is noticed within that.
    private static let retryWait = Duration.milliseconds(10)
    private static let retryWaitMax = Duration.seconds(1)

    private struct State {
        var waiting: [JournalEntry] = []
        /// Number of the last record handed in, from 1.
        var submitted: UInt64 = 0
        var pace = JournalPace()
        var hasFailed = false
        /// Set while nothing can be stored: how long to wait before the next try.
        var retryWait: Duration?
        /// A try has been put off.
        var isRetrying = false
        var isStopping = false
    }

    private let store: any CallJournal
    private let clock: WallClock
    private let sealing: any Sealing
    private let leisure: DispatchTimeInterval
    private let queue = DispatchQueue(label: "carillon.journal", qos: .userInitiated)
    private let state = Mutex(State())
    private let onNews: @Sendable (JournalNews) -> Void

    /// - Parameters:
    ///   - sealing: what makes kept calls unreadable to others.
    ///   - leisure: how long records nobody waits for may wait.
    ///   - onNews: told after each transaction, and of trouble.
    public init(
        store: any CallJournal, clock: WallClock, sealing: any Sealing,
        leisure: DispatchTimeInterval = JournalWriter.leisure,
        onNews: @escaping @Sendable (JournalNews) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.sealing = sealing
        self.leisure = leisure
        self.onNews = onNews
    }

    /// Whether so much is waiting that no new call should be taken.
    public var isBehind: Bool {
        state.withLock { $0.waiting.count >= Self.waitingMax || $0.hasFailed || $0.retryWait != nil }
    }

    /// Hands in entries and returns the number of the last of them.
    ///
    /// - Parameter isUrgent: whether calls do not go on before they are stored; others are, together, within `leisure`,
    ///   which is also how long a reply may wait for them.
    @discardableResult
    public func append(_ entries: [JournalEntry], isUrgent: Bool = true) -> UInt64 {
        let (number, start) = state.withLock { state in
            state.waiting.append(contentsOf: entries)
            state.submitted += UInt64(entries.count)
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

    /// The same, for the last time: what cannot be stored now is lost, and told as ``JournalNews/stalled(_:)``.
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
                onNews(.stored(number))
            } catch {
                guard error.code != .contradiction else {
                    state.withLock { $0.hasFailed = true }
                    onNews(.failed(error))
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
            // What one turn said of a call is stored together: a claim with what is kept of it.
            while end < state.waiting.count, state.waiting[end].session == state.waiting[end - 1].session { end += 1 }
            let batch = Array(state.waiting.prefix(end))
            state.waiting.removeFirst(end)
            return (batch, state.submitted - UInt64(state.waiting.count))
        }
    }

    /// Nothing is lost of what could not be stored: it stands before what came since, and is tried again.
    private func putBack(_ batch: [JournalEntry], _ error: StorageError) {
        let (isNew, wait) = state.withLock { state in
            state.waiting.insert(contentsOf: batch, at: 0)
            let wait = state.retryWait ?? Self.retryWait
            defer { state.retryWait = min(wait * 2, Self.retryWaitMax) }
            guard !state.isRetrying, !state.isStopping else { return (state.retryWait == nil, Duration?.none) }
            state.isRetrying = true
            return (state.retryWait == nil, wait)
        }
        if isNew { onNews(.stalled(error)) }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .microseconds(Int(wait / .microseconds(1)))) {
            self.state.withLock { $0.isRetrying = false }
            self.write()
        }
    }
}

/// What a journal tells of its writing.
public enum JournalNews: Sendable {
    /// Everything up to the entry of that number, counted from 1, is stored.
    case stored(UInt64)
    /// Nothing can be stored just now, and why: a disk is full, somebody else has the file. It is tried again, and told
    /// once until something is stored.
    case stalled(StorageError)
    /// The store contradicts what is to be stored. No more is tried; told once.
    case failed(StorageError)
}

/// When waiting records are written: at once, or a little later together with others.
package struct JournalPace: Sendable {
    /// What records that came in set off.
    package enum Start: Equatable, Sendable {
        /// A write, now.
        case now
        /// A timer, after which ``timerFired()`` is told and everything waiting is written.
        case later
        /// Nothing: a write that is on its way, or the timer that runs, takes them along.
        case nothing
    }

    /// A write is on its way or going on.
    private var isWriting = false
    /// The timer runs. Only its firing ends that: an urgent write takes what it was meant for, but does not stop it.
    private var isTimed = false

    package init() {}

    /// - Parameter isInHurry: whether somebody waits for the records, or too many have gathered.
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

    /// Everything that waited is written.
    package mutating func wroteAll() { isWriting = false }
}
