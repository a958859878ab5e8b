internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging

/// Raises an alarm for every message that ended before it was heard: deleted with an account, without a sound for
/// ever, or for a user who is no more in the configuration file; and for what was never recorded, came too late, has no
/// user, or is of a call that is not known.
/// What ended it noted that in the same transaction, so a crash in between loses none of it.
///
/// Isolation: any thread; one task runs it.
final class UnheardReporter: Sendable {
    /// The database is asked as often as this without being woken.
    private static let interval = Duration.seconds(60)
    private static let batchMax = 64

    private let shelf: VoicemailShelf
    private let counts: RingCounts
    private let clock: any RingClock
    private let logger: Logger
    private let rest: KeeperRest

    init(_ shelf: VoicemailShelf, _ counts: RingCounts, clock: any RingClock, logger: Logger) {
        self.shelf = shelf
        self.counts = counts
        self.clock = clock
        self.logger = logger
        rest = KeeperRest(clock: clock)
    }

    /// An account was deleted, a sound was given up, a user left the file, or a call came to such an end.
    func wake() { rest.wake() }

    /// Tells what an earlier run left, then what comes up, until its task is cancelled.
    func run() async {
        // Where a note cannot be removed now, its alarm is raised once all the same.
        var told: Int64 = 0
        while !Task.isCancelled {
            rest.beginLook()
            var isHealthy = true
            do {
                if try await report(after: &told) { continue }
            } catch {
                isHealthy = false
                logger.warning("messages that ended unheard cannot all be told of now: \(error)")
            }
            await rest.rest(until: clock.now + Self.interval, isHealthy: isHealthy)
        }
    }

    /// - Parameter told: the position of the last one that was told of.
    /// - Returns: whether there may be more.
    private func report(after told: inout Int64) async throws -> Bool {
        let ends = try await shelf.ask { store throws(StorageError) in try store.unheardEnds(atMost: Self.batchMax) }
        guard let last = ends.last else { return false }
        for end in ends where end.position > told { tell(end) }
        told = max(told, last.position)
        try await shelf.ask { store throws(StorageError) in try store.forget(ends) }
        return ends.count == Self.batchMax
    }

    private func tell(_ end: UnheardEnd) {
        switch end.cause {
        case .deleted:
            logger.warning("call \(end.session): a message was deleted unheard, with its user's account")
            counts.messageDeletedUnheard()
        case .soundLost:
            logger.error("call \(end.session): the sound of a message is lost: it was not to be had")
            counts.alarm()
        case .userLeft:
            logger.warning("call \(end.session): a message is unheard, and the file has its user no longer")
            counts.alarm()
        case .messageFailed: warn(end, "messageFailed, a message was lost or could not be recorded")
        case .lateMessage: warn(end, "lateMessage, a message came after the call was over, and is kept")
        case .withoutUser: warn(end, "messageWithoutUser, the exchange keeps a message whose number no user has")
        case .recordingFailed:
            warn(end, "recordingFailed, a conversation was not recorded, or its recording did not come")
        case .callUnknown: warn(end, "callUnknown, the carrier has a recording of it, and no call here is that one")
        case .unexpectedRecording:
            warn(end, "unexpectedRecording, a conversation was recorded without a known consent, and is discarded")
        case .notDeleted: warn(end, "notDeleted, a recording that is in no mailbox stays at the carrier")
        }
    }

    private func warn(_ end: UnheardEnd, _ text: String) {
        logger.warning("call \(end.session): \(text)")
        counts.alarm()
    }
}
