internal import Clocks
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Synchronization

/// Permits deletion by age while the calendar can be trusted; all code that deletes by age asks here.
///
/// The decision is made by a ``RetentionClock``. Isolation: any thread.
final class RetentionControl: Sendable {
    /// The time between two readings of the clocks.
    static let interval = Duration.seconds(60)

    private let store: any LatestTimeStore
    private let time: any TimeSource
    private let logger: Logger
    private let onAlarm = Mutex<(@Sendable () -> Void)?>(nil)
    private let state: Mutex<RetentionClock>
    private let expired = Mutex(0)
    private let storeLock = Mutex(())

    /// Reads the clocks.
    init(_ store: any LatestTimeStore, _ time: any TimeSource, _ logger: Logger) throws(StorageError) {
        self.store = store
        self.time = time
        self.logger = logger
        state = Mutex(RetentionClock(latest: try store.latestTime(), wall: time.calendar.wholeMicroseconds))
        look()
        if let latest = state.withLock({ $0.latest }) { try store.keepLatestTime(latest) }
    }

    /// Sets the function that is called when deletion by age is held; calls it at once if it already is.
    func onAlarm(_ alarm: @escaping @Sendable () -> Void) {
        onAlarm.withLock { $0 = alarm }
        if isHeld { alarm() }
    }

    /// The permission to delete by age; nil while deletion is held.
    var permit: PurgePermit? {
        look()
        return state.withLock { $0.permit }
    }

    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// How far the calendar is ahead of the latest trusted time.
    var ahead: Duration { state.withLock { $0.ahead } }

    /// Records an operator's confirmation that the calendar is right. Blocks until that is stored.
    ///
    /// - Throws: when it cannot be stored; it holds until the next start then.
    func confirm() throws(StorageError) {
        look()
        report(state.withLock { $0.confirm() })
        try storing { latest throws(StorageError) in try store.setLatestTime(latest) }
    }

    /// The number of messages that expired before they were heard.
    var expiredUnheard: Int { expired.withLock { $0 } }

    func noteExpired(_ count: Int, after days: Int) {
        guard count > 0 else { return }
        expired.withLock { $0 += count }
        logger.notice("\(count) messages expired unheard after \(days) days")
    }

    /// Reads the clocks every minute until its task is canceled.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            look()
            do throws(StorageError) {
                try storing { latest throws(StorageError) in try store.keepLatestTime(latest) }
            } catch {
                logger.warning("the latest time could not be kept: \(error)")
            }
        }
    }

    /// Stores the latest time. One caller at a time, so that a time that was read before an operator set it back is not
    /// stored after that.
    private func storing(_ store: (Int64) throws(StorageError) -> Void) throws(StorageError) {
        try storeLock.withLock { _ throws(StorageError) in
            if let latest = state.withLock({ $0.latest }) { try store(latest) }
        }
    }

    private func look() {
        let (wall, monotonic) = (time.calendar.wholeMicroseconds, time.now)
        report(state.withLock { $0.look(wall: wall, monotonic: monotonic) })
    }

    private func report(_ change: RetentionClock.Change?) {
        switch change {
        case nil: break
        case .held(let ahead):
            logger.error(
                """
                the clock is \(ahead.components.seconds / 3_600) h past the latest time this exchange has seen: nothing is \
                deleted by age. Set the clock right; if it is right, POST /api/clock/confirmation, or wait \
                \(RetentionClock.confirmationTime.components.seconds / 3_600) h
                """)
            onAlarm.withLock { $0 }?()
        case .released(let reason):
            logger.notice("the clock is trusted again: \(reason.rawValue); old data is deleted")
        case .setBack(let off):
            logger.notice(
                "an operator confirmed the clock: a trusted time \(off.components.seconds) s later is discarded"
            )
        }
    }
}
