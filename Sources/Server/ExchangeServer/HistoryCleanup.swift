internal import Dispatch
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Synchronization

/// Deletes calls, messages and recordings that are older than their retention: at the start, then every hour.
final class HistoryCleanup: Sendable {
    /// Seconds between two runs: a day's calls are deleted in two dozen small steps.
    private static let interval = 3_600
    /// How long repeated events of a carrier are recognized. Source: Telnyx may retry for an hour (documented); a day
    /// leaves a margin.
    private static let eventTime = Duration.seconds(86_400)
    /// The most calls deleted in one transaction, so that ongoing calls wait for milliseconds at most.
    private static let batchMax = 500

    /// How long the audit of recordings is kept: thirteen months, the same as the audit of accounts.
    static let auditDays = 400

    /// The most messages deleted in one transaction; each has megabytes.
    private static let messageBatchMax = 10

    private let store: any ExchangeStore
    private let settings: ServerSettings
    private let gate: RetentionControl
    private let logger: Logger
    private let queue = DispatchQueue(label: "carillon.history", qos: .utility)
    private let isStopped = Mutex(false)

    init(
        store: any ExchangeStore, settings: ServerSettings, gate: RetentionControl, logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.gate = gate
        self.logger = logger
    }

    func start() {
        queue.async { self.look() }
    }

    /// Returns when no deletion is in progress.
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
        guard let permit = gate.permit else { return }
        let configuration = settings.current.configuration
        let days = configuration.limits.historyDays
        let messageDays = configuration.voicemail?.keptDays ?? VoicemailSettings().keptDays
        let recordingDays = configuration.telnyx?.recordingDays ?? TelnyxAccount.usualRecordingDays
        func limit(days: Int) -> PurgeLimit { permit.limit(age: .seconds(days * 86_400)) }
        let (calls, messages) = (limit(days: days), limit(days: messageDays))
        do throws(StorageError) {
            while !isOver, try store.forgetCalls(endedBefore: calls, atMost: Self.batchMax) > 0 {}
            gate.noteExpired(try store.unheardMessages(before: messages), after: messageDays)
            while !isOver, try store.forgetMessages(before: messages, atMost: Self.messageBatchMax) > 0 {}
            let recordings = limit(days: recordingDays)
            while !isOver, try store.forgetConversations(before: recordings, at: permit.now, atMost: Self.batchMax) > 0
            {}
            let audit = limit(days: Self.auditDays)
            while !isOver, try store.forgetRecordingAudit(before: audit, atMost: Self.batchMax) > 0 {}
            while !isOver, try store.forgetSessions(closedBefore: calls, atMost: Self.batchMax) > 0 {}
            let eventLimit = permit.limit(age: Self.eventTime)
            while !isOver, try store.forgetEventIDs(before: eventLimit, atMost: Self.batchMax) > 0 {}
            var name: String?
            repeat {
                name = try store.forgetDeletedUsers(after: name, atMost: Self.batchMax)
            } while !isOver && name != nil
        } catch {
            logger.warning("old calls and messages could not be deleted: \(error)")
        }
    }
}

/// Deletes expired account data: at the start, then every hour.
struct AccountCleanup: Sendable {
    /// The time between two runs: a day's data is deleted in two dozen small steps.
    static let interval = Duration.seconds(3_600)
    /// The most rows of a kind deleted in one transaction, so that a sign-in waits for milliseconds at most.
    static let batchMax = 500

    let accounts: any AccountStore
    /// Is notified when a user's devices are reached in another way.
    let reach: AccountDeviceSync
    let gate: RetentionControl
    let logger: Logger

    /// Runs until its task is canceled.
    func run() async {
        while !Task.isCancelled {
            await forget()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func forget() async {
        guard let permit = gate.permit else { return }
        let horizon = AccountRetention(by: permit)
        do throws(StorageError) {
            while !Task.isCancelled, try await accounts.purge(horizon, atMost: Self.batchMax) > 0 {}
            while !Task.isCancelled, try await expireTokens(horizon) {}
        } catch {
            logger.warning("ended data of accounts could not be deleted: \(error)")
        }
    }

    /// - Returns: whether any tokens expired.
    private func expireTokens(_ horizon: AccountRetention) async throws(StorageError) -> Bool {
        let users = try await accounts.expireGoogleTokens(
            registeredBefore: horizon.googleTokens, atMost: Self.batchMax)
        for user in users { try await reach.settle(user) }
        return !users.isEmpty
    }
}
