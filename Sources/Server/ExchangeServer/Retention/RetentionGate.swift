internal import ExchangeCore
internal import ExchangeStorage
internal import Foundation
internal import Logging
internal import Synchronization

/// Lets what is old be deleted, as long as the calendar can be believed; everything that deletes by age asks here.
///
/// The decision is a ``RetentionClock``'s. Isolation: any thread.
final class RetentionGate: Sendable {
    /// Between two looks at the clocks.
    static let interval = Duration.seconds(60)

    private let store: any LatestTimeStore
    private let time: SystemTime
    private let logger: Logger
    private let onAlarm = Mutex<(@Sendable () -> Void)?>(nil)
    private let state: Mutex<RetentionClock>
    private let expired = Mutex(0)

    /// Looks at the clocks.
    init(_ store: any LatestTimeStore, _ time: SystemTime, _ logger: Logger) throws(StorageError) {
        self.store = store
        self.time = time
        self.logger = logger
        state = Mutex(RetentionClock(latest: try store.latestTime(), wall: time.wall()))
        look()
        if let latest = state.withLock({ $0.latest }) { try store.keepLatestTime(latest) }
    }

    /// Sets what is called when deleting by age is held; it is called at once where it is held already.
    func onAlarm(_ alarm: @escaping @Sendable () -> Void) {
        onAlarm.withLock { $0 = alarm }
        if isHeld { alarm() }
    }

    /// Leave to delete by age; nil: not now.
    var permit: PurgePermit? {
        look()
        return state.withLock { $0.permit }
    }

    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// How far the calendar is past the latest time that was believed.
    var ahead: Duration { state.withLock { $0.ahead } }

    /// An operator says that the calendar is right. Blocks until that is stored.
    func confirm() {
        look()
        tell(state.withLock { $0.confirm() })
        storing { latest throws(StorageError) in try store.setLatestTime(latest) }
    }

    /// Messages that grew too old before they were heard.
    var expiredUnheard: Int { expired.withLock { $0 } }

    func noteExpired(_ count: Int, after days: Int) {
        guard count > 0 else { return }
        expired.withLock { $0 += count }
        logger.notice("\(count) messages expired unheard after \(days) days")
    }

    /// Looks every minute until it is cancelled.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            look()
            storing { latest throws(StorageError) in try store.keepLatestTime(latest) }
        }
    }

    private func storing(_ store: (Int64) throws(StorageError) -> Void) {
        guard let latest = state.withLock({ $0.latest }) else { return }
        do throws(StorageError) { try store(latest) } catch {
            logger.warning("the latest time could not be kept: \(error)")
        }
    }

    private func look() {
        let (wall, monotonic) = (time.wall(), time.monotonic())
        tell(state.withLock { $0.look(wall: wall, monotonic: monotonic) })
    }

    private func tell(_ news: RetentionClock.News?) {
        switch news {
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
            logger.notice("the clock is believed again: \(reason.rawValue); what is old is deleted")
        case .setBack(let off):
            logger.notice(
                "an operator confirmed the clock: a time \(off.components.seconds) s later, once believed, counts no more"
            )
        }
    }
}

/// The clocks of the machine, or a test's.
package struct SystemTime: Sendable {
    /// Microseconds since 1970.
    let wall: @Sendable () -> Int64
    /// Since any origin that stays.
    let monotonic: @Sendable () -> Duration

    package init(wall: @escaping @Sendable () -> Int64, monotonic: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.monotonic = monotonic
    }

    package static func machine() -> SystemTime {
        let origin = ContinuousClock.now
        return SystemTime(
            wall: { Int64(Date().timeIntervalSince1970 * 1_000_000) }, monotonic: { ContinuousClock.now - origin })
    }
}
