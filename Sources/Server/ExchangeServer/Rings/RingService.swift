internal import CallModel
internal import Clocks
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
    let deviceRegistry: DeviceRegistry
    let numbers: NumberDirectory
    let counts: RingCounts
    let listening = ListeningDevices()
    /// nil when emergency calls are not routed over a carrier's registration.
    let emergency: EmergencyNumberPublisher?
    let pushes: CallPushes?
    /// Reads the devices of accounts into the device registry.
    let reach: AccountDeviceSync
    /// nil when the carrier does not make credentials.
    let credentials: CarrierCredentialReconciler?
    let engine: RingEngine
    /// nil when no carrier is configured.
    let telnyxWebhooks: TelnyxWebhookHandler?
    let recordings: RecordingSynchronizer
    /// Serves calls to numbers at the exchange's own gateway.
    let gatewayDelivery: GatewayRingDelivery
    let voicemailStorage: VoicemailStorage
    let voicemailPublisher: VoicemailPublisher
    let unheard: RecordingAlarmReporter
    /// Limits the recordings that are played at once.
    let playbackSlots = PlaybackSlots()
    private let carrier: TelnyxCarrier?
    private let logger: Logger
    private let work = Mutex<[Task<Void, Never>]>([])

    init(
        _ configuration: ExchangeConfiguration, store: any ExchangeStore, accounts: any AccountStore,
        secrets: SecretBox, gateway: NIOLoopBound<VertoGateway>, memberships: MembershipCache,
        publisher: VoicemailPublisher, feed: CallEventSender, gate: RetentionControl, on group: any EventLoopGroup,
        clock: any TimeSource, runClock: RunClock, pushClock: PushClock, changes: ChangeSignal, trace: RingTrace?,
        logger: Logger
    ) throws(ExchangeServerError) {
        let counts = RingCounts(changes: changes)
        self.counts = counts
        let entries = NumberDirectory.entries(of: configuration) + (try NumberDirectory.entries(in: store))
        try NumberDirectory.check(entries, users: Set(configuration.users.map(\.name)))
        let numbers = NumberDirectory(entries, callers: configuration.users)
        self.numbers = numbers
        let deviceRegistry = DeviceRegistry(configuration.users, accounts: accounts, logger)
        self.deviceRegistry = deviceRegistry
        self.logger = logger
        let reach = AccountDeviceSync(deviceRegistry, memberships, accounts, numbers, configuration, clock: clock)
        self.reach = reach
        let tokens = SealedTokenStore(store: store, secrets: secrets, logger: logger)
        let callers = KnownCallers(deviceRegistry, numbers, configuration, gateway, on: publisher.eventLoop)
        let sessions = RingReader(store: store)
        let members = Memberships(gateway: gateway, eventLoop: publisher.eventLoop, accounts: accounts)
        pushes = try Self.pushSender(configuration, on: group, tokens, pushClock, logger).map {
            CallPushes(
                $0, reach, callers, members, sessions: sessions, configuration, runClock, counts, logger)
        }
        voicemailStorage = VoicemailStorage(store)
        voicemailPublisher = publisher
        unheard = RecordingAlarmReporter(voicemailStorage, counts, clock: clock, logger: logger)
        let telnyx = try Self.carrier(
            configuration, TelnyxDialDestinations(deviceRegistry: deviceRegistry, numbers: numbers, sessions: sessions))
        carrier = telnyx
        let listening = listening
        emergency = reach.carrier.map { _ in
            EmergencyNumberPublisher(
                eventLoop: publisher.eventLoop, gateway: gateway, broadcast: publisher.broadcast,
                deviceRegistry: deviceRegistry, listening: listening)
        }
        let credentials = telnyx.flatMap { carrier in
            reach.carrier == nil ? nil : CarrierCredentialReconciler(carrier, reach, store, counts, logger)
        }
        self.credentials = credentials
        let carriers = Carriers(
            gateway: GatewayCarrier(eventLoop: publisher.eventLoop, gateway: gateway, deviceRegistry: deviceRegistry),
            telnyx: telnyx)
        let recordings = RecordingSynchronizer(
            carriers, voicemailStorage, publisher, unheard, clock: clock, gate: gate,
            grace: DeletionGrace(time: configuration.telnyx?.deletionGrace ?? TelnyxAccount.usualDeletionGrace),
            logger: logger)
        gate.onAlarm { counts.alarm() }
        let engine = RingEngine(
            store: store, carrier: carriers, pusher: pushes,
            listener: RingEventHandler(
                counts, feed, deviceRegistry, clock, listening, recordings, unheard, credentials, trace, logger),
            clock: clock, onChange: { changes.signal() })
        let opening = RingSessionFactory(numbers: numbers, engine: engine)
        self.recordings = recordings
        self.engine = engine
        gatewayDelivery = GatewayRingDelivery(
            opening: opening, deviceRegistry: deviceRegistry, listening: listening, logger: logger)
        telnyxWebhooks = configuration.telnyx.map { account in
            TelnyxWebhookHandler(
                account: account, engine: engine, opening: opening, deviceRegistry: deviceRegistry, callers: callers,
                outbound: OutboundCallRouter(
                    numbers: numbers, callers: callers, engine: engine, reach: reach,
                    usualCallerID: account.settings.from, counts: counts, logger: logger),
                listening: listening, credentials: credentials, counts: counts, clock: clock, logger: logger)
        }
    }

    /// Holds the sound of recorded conversations; nil when no carrier is configured.
    var archive: (any RecordingArchive)? { carrier }

    private static func pushSender(
        _ configuration: ExchangeConfiguration, on group: any EventLoopGroup, _ tokenStore: SealedTokenStore,
        _ clock: PushClock, _ logger: Logger
    ) throws(ExchangeServerError) -> PushSender? {
        guard let push = configuration.push else { return nil }
        do throws(PushSenderError) {
            return try PushSender(push, on: group, tokenStore: tokenStore, logger: logger, clock: clock)
        } catch {
            throw ExchangeServerError(.configuration, "push: \(error)")
        }
    }

    private static func carrier(
        _ configuration: ExchangeConfiguration, _ destinations: TelnyxDialDestinations
    ) throws(ExchangeServerError) -> TelnyxCarrier? {
        guard let account = configuration.telnyx else { return nil }
        do {
            return try TelnyxCarrier(settings: account.settings, destinations: destinations)
        } catch {
            throw ExchangeServerError(.configuration, "telnyx.trusted-certificates holds no certificate in PEM")
        }
    }

    /// Tells the calls that ring a device or a user that it was removed. If a call cannot be told now, its legs still
    /// end with the call, and no login can use them any more.
    func notify(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async {
        do throws(StorageError) {
            try await engine.handle(change, where: isMeant)
        } catch {
            logger.error("a call could not be told of a removed device or user: \(error)")
        }
    }

    /// Clears the list of listening devices that an earlier run left. It must run before events of calls arrive.
    func prepare() async throws(StorageError) { try await engine.markDevicesDisconnected() }

    /// Starts the background tasks, which take up the work of an earlier run.
    func start() {
        pushes?.sender.start()
        work.withLock { [recordings, unheard] in
            $0.append(Task { await self.run() })
            $0.append(Task { await recordings.run() })
            $0.append(Task { await unheard.run() })
            $0.append(Task { await self.followListening() })
            if let credentials { $0.append(Task { await credentials.run() }) }
        }
    }

    /// Records that a device begins or ceases to listen to its channel.
    func device(_ device: DeviceID, isListening: Bool) {
        listening.set(device, isListening: isListening)
        if isListening { emergency?.publish(device) }
    }

    private func followListening() async {
        await listening.follow { [engine, logger] device, isListening in
            do throws(StorageError) {
                try await engine.handle(device, isListening: isListening)
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
