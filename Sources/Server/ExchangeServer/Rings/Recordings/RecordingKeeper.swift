internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import RingCore

/// Fetches what a carrier recorded into the mailboxes it was left for, and has the carrier delete, after a grace, what
/// is in no mailbox any more.
///
/// What is to be done is in the database, so nothing is forgotten by a restart; one thing at a time, as none is urgent.
/// Isolation: any thread.
final class RecordingKeeper: Sendable {
    /// How often is looked without being woken: what retention deletes can wait so long.
    private static let interval = Duration.seconds(60)
    /// Errands read at once.
    private static let batchMax = 32

    private let archive: any RecordingArchive
    private let shelf: VoicemailShelf
    private let news: VoicemailNews
    private let unheard: UnheardReporter
    private let clock: any RingClock
    private let gate: RetentionGate
    private let grace: DeletionGrace
    private let logger: Logger
    private let pause: KeeperRest

    init(
        _ archive: any RecordingArchive, _ shelf: VoicemailShelf, _ news: VoicemailNews, _ unheard: UnheardReporter,
        clock: any RingClock, gate: RetentionGate, grace: DeletionGrace, logger: Logger
    ) {
        self.archive = archive
        self.shelf = shelf
        self.news = news
        self.unheard = unheard
        self.clock = clock
        self.gate = gate
        self.grace = grace
        pause = KeeperRest(clock: clock)
        self.logger = logger
    }

    /// There may be something to do.
    func wake() { pause.wake() }

    /// Works until its task is cancelled.
    func run() async {
        while !Task.isCancelled {
            pause.beginLook()
            let (now, permit) = (clock.now, gate.permit)
            let errands = await ask { store throws(StorageError) in
                try store.recordingErrands(at: now, deletingBy: permit, atMost: Self.batchMax)
            }
            var isHealthy = errands != nil
            for errand in errands ?? [] where isHealthy && !Task.isCancelled { isHealthy = await run(errand, permit) }
            if !isHealthy || errands?.isEmpty ?? true { await rest(isHealthy: isHealthy, deletes: permit != nil) }
        }
    }

    /// Until there is something to do; after a failure of the database, a while whatever there is.
    private func rest(isHealthy: Bool, deletes: Bool) async {
        var end = clock.now + Self.interval
        let next =
            isHealthy
            ? await ask { store throws(StorageError) in try store.nextRecordingErrand(deletes: deletes) } : nil
        if let next = next ?? nil { end = min(next, end) }
        await pause.rest(until: end, isHealthy: isHealthy)
    }

    // MARK: - One errand

    /// - Returns: whether what came of it is stored.
    private func run(_ errand: RecordingErrand, _ permit: PurgePermit?) async -> Bool {
        do throws(RecordingError) {
            switch errand.task {
            case .fetch:
                let sound = try await archive.sound(of: errand.source, atMost: MailboxLimits.soundBytesMax)
                return await put(errand) { store, id throws(StorageError) in try store.keep(sound, of: id) }
            case .delete: return if let permit { try await delete(errand, by: permit) } else { true }
            case .none: return true
            }
        } catch {
            return Task.isCancelled ? true : await failed(errand, error, permit)
        }
    }

    /// First it is marked, and the grace begins; once that is over, the carrier deletes it.
    private func delete(_ errand: RecordingErrand, by permit: PurgePermit) async throws(RecordingError) -> Bool {
        switch grace.step(errand, by: permit) {
        case .mark(let begin, let end):
            if errand.markedAt != begin {
                logger.info("call \(errand.source.call): a recording is to be deleted at the carrier, after a grace")
            }
            return await ask { store throws(StorageError) in
                try store.markForDeletion(errand.source.recording, at: begin, until: end)
            } != nil
        case .delete:
            try await archive.delete(errand.source, by: permit)
            return await forget(errand)
        }
    }

    /// A deletion waits by the latest time that was seen, as it is due by that: by a calendar that stands before it, it would be
    /// due again at once.
    private func failed(_ errand: RecordingErrand, _ error: RecordingError, _ permit: PurgePermit?) async -> Bool {
        switch RecordingPatience.step(after: error, of: errand) {
        case .again(let wait):
            let latest = errand.task == .delete ? permit.map { Duration.microseconds($0.latest) } : nil
            let moment = max(clock.now, latest ?? .zero) + wait
            return await ask { store throws(StorageError) in try store.postpone(errand, until: moment) } != nil
        case .settled: return await forget(errand)
        case .givenUp:
            logger.error("a recording of a carrier: \(errand.task) was given up: \(error.rawValue)")
            defer { unheard.wake() }
            guard errand.task == .fetch else {
                return await ask { store throws(StorageError) in
                    try store.giveUpDeletion(of: errand.source)
                } != nil
            }
            return await put(errand) { store, id throws(StorageError) in try store.giveUpSound(of: id) }
        }
    }

    /// Settles what became of a sound, and tells of its messages.
    private func put(
        _ errand: RecordingErrand,
        _ change: @escaping @Sendable (any RecordingStore, RecordingID) throws(StorageError) -> [StoredMessage]
    ) async -> Bool {
        let id = errand.source.recording
        let messages = await ask { store throws(StorageError) in try change(store, id) }
        for message in messages ?? [] {
            logger.info("call \(message.session): a message was left")
            news.tell(message)
        }
        return messages != nil
    }

    private func forget(_ errand: RecordingErrand) async -> Bool {
        await ask { store throws(StorageError) in try store.forgetRecording(errand.source.recording) } != nil
    }

    /// - Returns: nil when the database cannot be asked now; what was to be done is found again.
    private func ask<Value: Sendable>(
        _ body: @escaping @Sendable (any RecordingStore) throws(StorageError) -> Value
    ) async -> Value? {
        do {
            return try await shelf.ask { store throws(StorageError) in try body(store) }
        } catch {
            logger.warning("recordings of a carrier: \(error)")
            return nil
        }
    }
}
