internal import Clocks
internal import ExchangeCarrier
package import ExchangeCore
package import ExchangeStorage
internal import Logging
internal import RingCore

/// Fetches carriers' recordings into the mailboxes they were left for, and after a grace has the carriers delete those
/// that are in no mailbox.
///
/// Its tasks are in the database, so that a restart loses none. It does them one at a time, because none is urgent.
/// Isolation: any thread.
final class RecordingSynchronizer: Sendable {
    /// The longest time between two looks; recordings that retention deletes can wait that long.
    private static let interval = Duration.seconds(60)
    /// How many errands are read at once.
    private static let batchMax = 32

    private let archive: any RecordingArchive
    private let voicemailStorage: VoicemailStorage
    private let publisher: VoicemailPublisher
    private let unheard: RecordingAlarmReporter
    private let clock: any TimeSource
    private let gate: RetentionControl
    private let grace: DeletionGrace
    private let logger: Logger
    private let pause: WakeableSleep

    init(
        _ archive: any RecordingArchive, _ voicemailStorage: VoicemailStorage, _ publisher: VoicemailPublisher,
        _ unheard: RecordingAlarmReporter,
        clock: any TimeSource, gate: RetentionControl, grace: DeletionGrace, logger: Logger
    ) {
        self.archive = archive
        self.voicemailStorage = voicemailStorage
        self.publisher = publisher
        self.unheard = unheard
        self.clock = clock
        self.gate = gate
        self.grace = grace
        pause = WakeableSleep(clock: clock)
        self.logger = logger
    }

    /// Ends the sleep, because there may be work.
    func wake() { pause.wake() }

    /// Works until its task is canceled.
    func run() async {
        while !Task.isCancelled {
            pause.beginLook()
            let (now, permit) = (clock.calendar, gate.permit)
            let errands = await ask { store throws(StorageError) in
                try store.recordingJobs(at: now, deletingBy: permit, atMost: Self.batchMax)
            }
            var isHealthy = errands != nil
            for job in errands ?? [] where isHealthy && !Task.isCancelled { isHealthy = await run(job, permit) }
            if !isHealthy || errands?.isEmpty ?? true { await rest(isHealthy: isHealthy, deletes: permit != nil) }
        }
    }

    /// Sleeps until there is work; after a failure of the database, for a while regardless.
    private func rest(isHealthy: Bool, deletes: Bool) async {
        var end = clock.calendar + Self.interval
        let next =
            isHealthy
            ? await ask { store throws(StorageError) in try store.nextRecordingJob(deletes: deletes) } : nil
        if let next = next ?? nil { end = min(next, end) }
        await pause.rest(until: end, isHealthy: isHealthy)
    }

    // MARK: - One errand

    /// - Returns: whether the result is stored.
    private func run(_ job: RecordingJob, _ permit: PurgePermit?) async -> Bool {
        do throws(RecordingError) {
            switch job.task {
            case .fetch:
                let sound = try await archive.sound(of: job.source, atMost: MailboxLimits.soundBytesMax)
                return await put(job) { store, id throws(StorageError) in try store.keep(sound, of: id) }
            case .delete: return if let permit { try await delete(job, by: permit) } else { true }
            case .none: return true
            }
        } catch {
            return Task.isCancelled ? true : await failed(job, error, permit)
        }
    }

    /// Marks the recording, which begins the grace; once the grace is over, has the carrier delete it.
    private func delete(_ job: RecordingJob, by permit: PurgePermit) async throws(RecordingError) -> Bool {
        switch grace.step(job, by: permit) {
        case .mark(let begin, let end):
            if job.markedAt != begin {
                logger.info("call \(job.source.call): a recording is to be deleted at the carrier, after a grace")
            }
            return await ask { store throws(StorageError) in
                try store.markForDeletion(job.source.recording, at: begin, until: end)
            } != nil
        case .delete:
            try await archive.delete(job.source, by: permit)
            return await forget(job)
        }
    }

    /// Plans the next try. A deletion is due by the latest seen time, so its wait starts there: an earlier calendar
    /// time would make it due again at once.
    private func failed(_ job: RecordingJob, _ error: RecordingError, _ permit: PurgePermit?) async -> Bool {
        switch RecordingRetryPolicy.step(after: error, of: job) {
        case .again(let wait):
            let latest = job.task == .delete ? permit.map { Duration.microseconds($0.latest) } : nil
            let moment = max(clock.calendar, latest ?? .zero) + wait
            return await ask { store throws(StorageError) in try store.postpone(job, until: moment) } != nil
        case .settled: return await forget(job)
        case .givenUp:
            logger.error("a recording of a carrier: \(job.task) was given up: \(error.rawValue)")
            defer { unheard.wake() }
            guard job.task == .fetch else {
                return await ask { store throws(StorageError) in
                    try store.giveUpDeletion(of: job.source)
                } != nil
            }
            return await put(job) { store, id throws(StorageError) in try store.giveUpSound(of: id) }
        }
    }

    /// Stores the result of fetching a sound, and tells users of its messages.
    private func put(
        _ job: RecordingJob,
        _ change: @escaping @Sendable (any RecordingStore, RecordingID) throws(StorageError) -> [StoredMessage]
    ) async -> Bool {
        let id = job.source.recording
        let messages = await ask { store throws(StorageError) in try change(store, id) }
        for message in messages ?? [] {
            logger.info("call \(message.session): a message was left")
            publisher.publish(message)
        }
        return messages != nil
    }

    private func forget(_ job: RecordingJob) async -> Bool {
        await ask { store throws(StorageError) in try store.forgetRecording(job.source.recording) } != nil
    }

    /// - Returns: nil when the database cannot be asked now; the task is found again later.
    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordingStore) throws(StorageError) -> Value
    ) async -> Value? {
        do {
            return try await voicemailStorage.ask { store throws(StorageError) in try body(store) }
        } catch {
            logger.warning("recordings of a carrier: \(error)")
            return nil
        }
    }
}

/// The time between the decision that a carrier is to delete a recording and the deletion, which cannot be undone.
/// Until the end of the grace, a database restored from its backup still finds the recording.
package struct DeletionGrace: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Wait. The grace begins, or began, at the first moment and ends at the second.
        case mark(at: Duration, until: Duration)
        case delete
    }

    let time: Duration

    package init(time: Duration) { self.time = time }

    /// The next step for a recording that is in no mailbox any more.
    ///
    /// The grace is measured by the latest trusted time, from its mark to its end. Measured by the calendar, it would
    /// be over as soon as a calendar that was behind is corrected. A mark later than the trusted time was made by a
    /// wrong clock, so the grace begins again.
    package func step(_ job: RecordingJob, by permit: PurgePermit) -> Step {
        let now = Duration.microseconds(permit.latest)
        // The exchange's own carrier keeps no recordings that could be lost.
        if job.source.recording.isOfGateway { return .delete }
        guard let begun = job.markedAt, begun <= now else { return begin(at: now) }
        return now >= begun + time ? .delete : .mark(at: begun, until: begun + time)
    }

    private func begin(at now: Duration) -> Step { time > .zero ? .mark(at: now, until: now + time) : .delete }
}

/// How often an operation on a recording is tried, and how long it waits in between.
enum RecordingRetryPolicy {
    enum Step: Hashable, Sendable {
        case again(after: Duration)
        /// There is nothing left to do.
        case settled
        case givenUp
    }

    /// The first wait; each further one is twice as long.
    static let waitMin = Duration.seconds(1)
    static let waitMax = Duration.seconds(3_600)
    /// Tries before a sound is given up: about a day.
    static let fetchesMax = 36
    /// Tries before a recording is left with the carrier and an error is logged: about four days.
    static let deletionsMax = 108
    /// How often a carrier must say that it does not have a recording; a new one may not be listed yet.
    static let missingMin = 3
    /// How often a sound of the exchange's own attendant may be missing: for more than two minutes. The process that
    /// took it tries to store it for one minute; after that, it was lost with a process that died.
    static let ownFetchesMax = 8

    static func step(after error: RecordingError, of job: RecordingJob) -> Step {
        let tries = job.attempts + 1
        switch (job.task, error) {
        case (.delete, .missing) where tries >= missingMin: return .settled
        case (.delete, .ambiguous): return .givenUp
        case (.fetch, .tooLarge), (.fetch, .noSound): return .givenUp
        case (.fetch, .missing) where job.source.recording.isOfGateway && tries >= ownFetchesMax: return .givenUp
        default: break
        }
        guard tries < (job.task == .fetch ? fetchesMax : deletionsMax) else { return .givenUp }
        return .again(after: min(waitMin * (1 << min(job.attempts, 12)), waitMax))
    }
}
