internal import Clocks
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Logging

/// Raises an alarm for every message that ended before it was heard, because its account was deleted, its sound was
/// lost, or its user was removed from the configuration file. It also does so for messages and recordings that were
/// never made, came too late, have no user, or belong to an unknown call.
/// The transaction that ends a message also stores a note of it, so a crash loses none.
///
/// Isolation: any thread; one task runs it.
final class RecordingAlarmReporter: Sendable {
    /// The longest time between two looks into the database.
    private static let interval = Duration.seconds(60)
    private static let batchMax = 64

    private let voicemailStorage: VoicemailStorage
    private let counts: RingCounts
    private let clock: any TimeSource
    private let logger: Logger
    private let rest: WakeableSleep

    init(_ voicemailStorage: VoicemailStorage, _ counts: RingCounts, clock: any TimeSource, logger: Logger) {
        self.voicemailStorage = voicemailStorage
        self.counts = counts
        self.clock = clock
        self.logger = logger
        rest = WakeableSleep(clock: clock)
    }

    /// Reports soon, because there may be a new note.
    func wake() { rest.wake() }

    /// Reports the notes of an earlier run, then new ones, until its task is canceled.
    func run() async {
        // The last reported position: if a note cannot be removed now, its alarm is still raised only once.
        var reported: Int64 = 0
        while !Task.isCancelled {
            rest.beginLook()
            var isHealthy = true
            do {
                if try await report(after: &reported) { continue }
            } catch {
                isHealthy = false
                logger.warning("messages that ended unheard cannot all be reported now: \(error)")
            }
            await rest.rest(until: clock.calendar + Self.interval, isHealthy: isHealthy)
        }
    }

    /// - Parameter reported: the position of the last reported note.
    /// - Returns: whether there may be more.
    private func report(after reported: inout Int64) async throws -> Bool {
        let ends = try await voicemailStorage.ask { store throws(StorageError) in
            try store.unheardEnds(atMost: Self.batchMax)
        }
        guard let last = ends.last else { return false }
        for end in ends where end.position > reported { report(end) }
        reported = max(reported, last.position)
        try await voicemailStorage.ask { store throws(StorageError) in try store.forget(ends) }
        return ends.count == Self.batchMax
    }

    private func report(_ end: RecordingAlarm) {
        switch end.cause {
        case .deleted:
            logger.warning("call \(end.session): a message was deleted unheard, with its user's account")
            counts.messageDeletedUnheard()
        case .soundLost:
            logger.error("call \(end.session): the sound of a message is lost: it could not be fetched")
            counts.alarm()
        case .userLeft:
            logger.warning(
                "call \(end.session): a message is unheard, and its user is no longer in the configuration file")
            counts.alarm()
        case .messageFailed: warn(end, "messageFailed, a message was lost or could not be recorded")
        case .lateMessage: warn(end, "lateMessage, a message came after the call was over, and is kept")
        case .withoutUser: warn(end, "messageWithoutUser, the exchange keeps a message whose number has no user")
        case .recordingFailed:
            warn(end, "recordingFailed, a conversation was not recorded, or its recording did not come")
        case .callUnknown:
            warn(end, "callUnknown, the carrier has a recording of a call that the exchange does not know")
        case .unexpectedRecording:
            warn(end, "unexpectedRecording, a conversation was recorded without a known consent, and is discarded")
        case .notDeleted: warn(end, "notDeleted, a recording that is in no mailbox stays at the carrier")
        }
    }

    private func warn(_ end: RecordingAlarm, _ text: String) {
        logger.warning("call \(end.session): \(text)")
        counts.alarm()
    }
}
