internal import CallModel
internal import ExchangeCarrier
internal import ExchangePush
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import PushDelivery
internal import Redaction
internal import RingCore
internal import Synchronization

/// Builds, starts and stops everything that serves calls to numbers and pushes to devices.
final class RingService: Sendable {
    let book: DeviceRegistry
    let numbers: NumberDirectory
    let counts: RingCounts
    let hearing = ListeningDevices()
    /// nil when emergency calls are not led over a carrier's registration.
    let emergency: EmergencyNumberPublisher?
    let pushes: CallPushes?
    /// Reads the devices of accounts into the device registry.
    let reach: AccountDeviceSync
    /// nil when the carrier does not make credentials.
    let credentials: CarrierCredentialReconciler?
    let engine: RingEngine
    /// nil when no carrier is configured.
    let door: TelnyxWebhookHandler?
    let recordings: RecordingSynchronizer
    /// Serves calls to numbers at the exchange's own gateway.
    let desk: GatewayRingDelivery
    let shelf: VoicemailStorage
    let voicemailNews: VoicemailPublisher
    let unheard: RecordingAlarmReporter
    /// Limits the recordings that are played at once.
    let seats = PlaybackSlots()
    private let carrier: TelnyxCarrier?
    private let logger: Logger
    private let work = Mutex<[Task<Void, Never>]>([])

    init(
        _ configuration: ExchangeConfiguration, store: any ExchangeStore, accounts: any AccountStore,
        secrets: SecretBox, gateway: NIOLoopBound<VertoGateway>, memberships: MembershipCache,
        news: VoicemailPublisher, gate: RetentionGate, on group: any EventLoopGroup, clock: any RingClock,
        pushClock: PushClock, changes: ChangeSignal, trace: RingTrace?, logger: Logger
    ) throws(ExchangeServerError) {
        let counts = RingCounts(changes: changes)
        self.counts = counts
        let entries = NumberDirectory.entries(of: configuration) + (try NumberDirectory.entries(in: store))
        try NumberDirectory.check(entries, users: Set(configuration.users.map(\.name)))
        let numbers = NumberDirectory(entries, callers: configuration.users)
        self.numbers = numbers
        let book = DeviceRegistry(configuration.users, accounts: accounts, logger)
        self.book = book
        self.logger = logger
        let reach = AccountDeviceSync(book, memberships, accounts, numbers, configuration, clock: clock)
        self.reach = reach
        let tokens = SealedTokenStore(store: store, secrets: secrets, logger: logger)
        let callers = KnownCallers(book, numbers, configuration, gateway, on: news.eventLoop)
        pushes = try Self.pushes(configuration, reach, callers, counts, on: group, tokens, pushClock, logger)
        shelf = VoicemailStorage(store)
        voicemailNews = news
        unheard = RecordingAlarmReporter(shelf, counts, clock: clock, logger: logger)
        let telnyx = try configuration.telnyx.map { account throws(ExchangeServerError) in
            try Self.carrier(account, TelnyxDialDestinations(book: book, numbers: numbers, store: store))
        }
        carrier = telnyx
        let hearing = hearing
        emergency = reach.carrier.map { _ in
            EmergencyNumberPublisher(
                eventLoop: news.eventLoop, gateway: gateway, broadcast: news.broadcast, book: book, hearing: hearing)
        }
        let credentials = telnyx.flatMap { carrier in
            reach.carrier == nil ? nil : CarrierCredentialReconciler(carrier, reach, store, counts, logger)
        }
        self.credentials = credentials
        let carriers = Carriers(
            gateway: GatewayCarrier(eventLoop: news.eventLoop, gateway: gateway, book: book), telnyx: telnyx)
        let recordings = RecordingSynchronizer(
            carriers, shelf, news, unheard, clock: clock, gate: gate,
            grace: DeletionGrace(time: configuration.telnyx?.deletionGrace ?? TelnyxAccount.usualDeletionGrace),
            logger: logger)
        gate.onAlarm { counts.alarm() }
        let feed = RingEventPublisher(eventLoop: news.eventLoop, broadcast: news.broadcast, clock: clock, book: book)
        let engine = RingEngine(
            store: store, carrier: carriers,
            pusher: RingPushes(pushes: pushes, book: book, store: store, clock: clock),
            listener: RingEventHandler(counts, feed, hearing, recordings, unheard, credentials, trace, logger),
            clock: clock,
            onChange: { changes.tell() })
        let opening = RingSessionFactory(numbers: numbers, engine: engine)
        self.recordings = recordings
        self.engine = engine
        desk = GatewayRingDelivery(opening: opening, book: book, hearing: hearing, logger: logger)
        door = configuration.telnyx.map { account in
            TelnyxWebhookHandler(
                account: account, engine: engine, opening: opening, book: book, callers: callers,
                outbound: OutboundCallRouter(
                    numbers: numbers, callers: callers, engine: engine, reach: reach,
                    usualCallerID: account.settings.from, counts: counts, logger: logger),
                hearing: hearing, credentials: credentials, counts: counts, clock: clock, logger: logger)
        }
    }

    /// Holds the sound of recorded conversations; nil when no carrier is configured.
    var archive: (any RecordingArchive)? { carrier }

    private static func pushes(
        _ configuration: ExchangeConfiguration, _ reach: AccountDeviceSync, _ callers: KnownCallers,
        _ counts: RingCounts,
        on group: any EventLoopGroup, _ shelf: SealedTokenStore, _ clock: PushClock,
        _ logger: Logger
    ) throws(ExchangeServerError) -> CallPushes? {
        guard let push = configuration.push else { return nil }
        do throws(PushSenderError) {
            let sender = try PushSender(push, on: group, shelf: shelf, logger: logger, clock: clock)
            return CallPushes(
                sender, reach, callers, tellsCaller: configuration.pushTellsCaller,
                silenceMax: configuration.pushSilence, counts, logger)
        } catch {
            throw ExchangeServerError(.configuration, "push: \(error)")
        }
    }

    private static func carrier(
        _ account: TelnyxAccount, _ destinations: TelnyxDialDestinations
    ) throws(ExchangeServerError) -> TelnyxCarrier {
        do {
            return try TelnyxCarrier(settings: account.settings, destinations: destinations)
        } catch {
            throw ExchangeServerError(.configuration, "telnyx.trusted-certificates holds no certificate in PEM")
        }
    }

    /// Tells the calls that ring a device or a user that it was removed. If a call cannot be told now, its legs still
    /// end with the call, and no login can use them any more.
    func tell(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async {
        do throws(StorageError) {
            try await engine.tell(change, where: isMeant)
        } catch {
            logger.error("a call could not be told of a removed device or user: \(error)")
        }
    }

    /// Clears the list of listening devices that an earlier run left. It must run before news of calls arrives.
    func prepare() async throws(StorageError) { try await engine.forgetHearing() }

    /// Starts the background tasks, which take up the work of an earlier run.
    func start() {
        pushes?.sender.start()
        work.withLock { [recordings, unheard] in
            $0.append(Task { await self.run() })
            $0.append(Task { await recordings.run() })
            $0.append(Task { await unheard.run() })
            $0.append(Task { await self.followHearing() })
            if let credentials { $0.append(Task { await credentials.run() }) }
        }
    }

    /// Records that a device begins or ceases to listen to its channel.
    func device(_ device: DeviceID, hears: Bool) {
        hearing.set(device, hears: hears)
        if hears { emergency?.tell(device) }
    }

    private func followHearing() async {
        await hearing.follow { [engine, logger] device, hears in
            do throws(StorageError) {
                try await engine.tell(device, hears: hears)
            } catch {
                logger.warning("a call could not be told whether a device listens to it: \(error)")
            }
        }
    }

    /// Runs the engine. A store that cannot be read at the start may be busy, so this retries until it can.
    private func run() async {
        while !Task.isCancelled {
            do throws(StorageError) {
                return try await engine.run()
            } catch {
                logger.critical("the ring engine cannot start yet: \(error)")
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Returns when nothing is being sent any more. The rest of the outbox is sent after the next start.
    func stop() async {
        let tasks = work.withLock { work in
            defer { work = [] }
            return work
        }
        for task in tasks { task.cancel() }
        await pushes?.sender.stop()
        for task in tasks { await task.value }
        await carrier?.stop()
    }
}
