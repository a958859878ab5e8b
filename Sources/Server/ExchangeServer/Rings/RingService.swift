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

/// Calls of the public network and pushes to devices: how they are put together, started and stopped.
final class RingService: Sendable {
    let book: DeviceBook
    let counts = RingCounts()
    let pushes: CallPushes?
    /// What accounts have, told to the book.
    let reach: AccountReach
    /// nil: no carrier makes credentials.
    let credentials: CarrierCredentialKeeper?
    /// nil: no carrier is configured.
    let engine: RingEngine?
    let door: TelnyxDoor?
    /// nil: no carrier is configured.
    let recordings: RecordingKeeper?
    private let carrier: TelnyxCarrier?
    private let logger: Logger
    private let work = Mutex<[Task<Void, Never>]>([])

    init(
        _ configuration: ExchangeConfiguration, database: ExchangeDatabase, accounts: any AccountStore,
        secrets: SecretBox, news: VoicemailNews, on group: any EventLoopGroup, clock: any RingClock, logger: Logger
    ) throws(ExchangeServerError) {
        if let account = configuration.telnyx { try Self.check(account, configuration.users) }
        book = DeviceBook(configuration.users, accounts: accounts, logger)
        self.logger = logger
        let reach = AccountReach(book, accounts, configuration, clock: clock)
        self.reach = reach
        let shelf = SealedTokenShelf(database: database, secrets: secrets, logger: logger)
        pushes = try Self.pushes(configuration, reach, counts, on: group, shelf, logger)
        guard let account = configuration.telnyx else {
            (engine, door, carrier, recordings, credentials) = (nil, nil, nil, nil, nil)
            return
        }
        let carrier = try Self.carrier(account, book)
        let recordings = RecordingKeeper(
            carrier, VoicemailShelf(database: database), news, clock: clock, logger: logger)
        let credentials =
            reach.carrier == nil ? nil : CarrierCredentialKeeper(carrier, reach, database, counts, logger)
        let feed = RingFeed(eventLoop: news.eventLoop, broadcast: news.broadcast, clock: clock)
        let engine = RingEngine(
            store: database, carrier: carrier,
            pusher: RingPushes(pushes: pushes, book: book, database: database, clock: clock),
            listener: RingStation(counts, feed, recordings, credentials, logger), clock: clock)
        self.carrier = carrier
        self.recordings = recordings
        self.credentials = credentials
        self.engine = engine
        door = TelnyxDoor(
            account: account, engine: engine, plan: reach.plan, book: book, credentials: credentials, counts: counts,
            clock: clock, logger: logger)
    }

    private static func pushes(
        _ configuration: ExchangeConfiguration, _ reach: AccountReach, _ counts: RingCounts,
        on group: any EventLoopGroup, _ shelf: SealedTokenShelf, _ logger: Logger
    ) throws(ExchangeServerError) -> CallPushes? {
        guard let push = configuration.push else { return nil }
        do throws(PushSenderError) {
            let sender = try PushSender(push, on: group, shelf: shelf, logger: logger)
            return CallPushes(sender, reach, tellsCaller: configuration.pushTellsCaller, counts, logger)
        } catch {
            throw ExchangeServerError(.configuration, "push: \(error)")
        }
    }

    private static func carrier(
        _ account: TelnyxAccount, _ book: DeviceBook
    ) throws(ExchangeServerError) -> TelnyxCarrier {
        do {
            return try TelnyxCarrier(settings: account.settings, destinations: book)
        } catch {
            throw ExchangeServerError(.configuration, "telnyx.trusted-certificates holds no certificate in PEM")
        }
    }

    private static func check(_ account: TelnyxAccount, _ users: [UserEntry]) throws(ExchangeServerError) {
        let names = Set(users.map(\.name))
        var seen: Set<String> = []
        for number in account.numbers {
            guard seen.insert(number.number.revealed).inserted else {
                throw ExchangeServerError(.configuration, "telnyx.numbers has a number twice")
            }
            for user in number.users where !names.contains(user) {
                throw ExchangeServerError(
                    .configuration, "telnyx.numbers names user \(user), whom the configuration does not have")
            }
        }
    }

    /// Calls that ring for a device or a user hear what became of it. Where one cannot be told now, its legs end with
    /// the call, and nobody can log in by them any more.
    func tell(
        _ change: MembershipChange, where isMeant: @Sendable (OrganizationID) -> Bool = { _ in true }
    ) async {
        do throws(StorageError) {
            try await engine?.tell(change, where: isMeant)
        } catch {
            logger.error("a call could not be told of a device or a user that is gone: \(error)")
        }
    }

    /// Begins to work; what an earlier run left is taken up.
    func start() {
        pushes?.sender.start()
        guard let engine, let recordings else { return }
        work.withLock {
            $0.append(Task { await self.run(engine) })
            $0.append(Task { await recordings.run() })
            if let credentials { $0.append(Task { await credentials.run() }) }
        }
    }

    /// A store that cannot be read at the start may be busy: it is tried until it can be.
    private func run(_ engine: RingEngine) async {
        while !Task.isCancelled {
            do throws(StorageError) {
                return try await engine.run()
            } catch {
                logger.critical("rings cannot be worked on yet: \(error)")
                try? await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Returns when nothing is being sent any more. What is left in the outbox is sent after the next start.
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
