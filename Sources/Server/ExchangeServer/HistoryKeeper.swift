internal import Dispatch
internal import ExchangeCore
internal import ExchangeStorage
internal import Logging
internal import Synchronization

/// Forgets calls, messages and recordings that are older than they are to be remembered: at the start, then every hour.
final class HistoryKeeper: Sendable {
    /// Seconds between two looks: a day's calls are forgotten in two dozen small steps.
    private static let interval = 3_600
    /// How long a carrier's news is known again. Source: Telnyx may try for an hour (documented); a day to be sure.
    private static let newsTime = Duration.seconds(86_400)
    /// Calls forgotten in one transaction, so that calls that go on wait for milliseconds at most.
    private static let batchMax = 500

    /// How long the audit of recordings is kept: thirteen months, as that of accounts is.
    static let auditDays = 400

    /// The same of messages, which have megabytes.
    private static let messageBatchMax = 10

    private let store: any ExchangeStore
    private let settings: ServerSettings
    private let gate: RetentionGate
    private let logger: Logger
    private let queue = DispatchQueue(label: "carillon.history", qos: .utility)
    private let isStopped = Mutex(false)

    init(
        store: any ExchangeStore, settings: ServerSettings, gate: RetentionGate, logger: Logger
    ) {
        self.store = store
        self.settings = settings
        self.gate = gate
        self.logger = logger
    }

    func start() {
        queue.async { self.look() }
    }

    /// Returns when nothing is being forgotten any more.
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
            let news = permit.limit(age: Self.newsTime)
            while !isOver, try store.forgetNews(before: news, atMost: Self.batchMax) > 0 {}
            var name: String?
            repeat {
                name = try store.forgetDeletedUsers(after: name, atMost: Self.batchMax)
            } while !isOver && name != nil
        } catch {
            logger.warning("old calls and messages could not be forgotten: \(error)")
        }
    }
}

/// Forgets what has long been over in accounts: at the start, then every hour.
struct AccountKeeper: Sendable {
    /// Between two looks: a day's worth is forgotten in two dozen small steps.
    static let interval = Duration.seconds(3_600)
    /// Rows of a kind forgotten in one transaction, so that whoever signs in waits for milliseconds at most.
    static let batchMax = 500

    let accounts: any AccountStore
    /// Whoever has to know that devices of a user are reached otherwise.
    let reach: AccountReach
    let gate: RetentionGate
    let logger: Logger

    /// Runs until it is cancelled.
    func run() async {
        while !Task.isCancelled {
            await forget()
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func forget() async {
        guard let permit = gate.permit else { return }
        let horizon = AccountHorizon(by: permit)
        do throws(StorageError) {
            while !Task.isCancelled, try await accounts.purge(horizon, atMost: Self.batchMax) > 0 {}
            while !Task.isCancelled, try await expireTokens(horizon) {}
        } catch {
            logger.warning("what is over in accounts could not be forgotten: \(error)")
        }
    }

    /// - Returns: whether there were any.
    private func expireTokens(_ horizon: AccountHorizon) async throws(StorageError) -> Bool {
        let users = try await accounts.expireGoogleTokens(
            registeredBefore: horizon.googleTokens, atMost: Self.batchMax)
        for user in users { try await reach.settle(user) }
        return !users.isEmpty
    }
}
