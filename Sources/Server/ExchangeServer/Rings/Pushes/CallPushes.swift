internal import CallModel
internal import CallerSealing
internal import ExchangePush
internal import ExchangeStorage
internal import Logging
internal import PushDelivery
internal import PushPayload
internal import Redaction

/// Tells devices of calls through push services.
final class CallPushes: Sendable {
    /// How long it is worth telling that a call is over: as long as a phone may still ring for it.
    static let cancelTime = Duration.seconds(60)

    /// What a push is about.
    enum News: Sendable {
        /// `provider`: who sends the INVITE.
        case ring(until: WallTime, provider: String, now: WallTime)
        case over(EndReason, now: WallTime)
    }

    let sender: PushSender
    private let reach: AccountReach
    private let callers: KnownCallers
    private let tellsCaller: Bool
    private let silenceMax: Duration
    private let counts: RingCounts
    private let logger: Logger

    init(
        _ sender: PushSender, _ reach: AccountReach, _ callers: KnownCallers, tellsCaller: Bool, silenceMax: Duration,
        _ counts: RingCounts, _ logger: Logger
    ) {
        self.sender = sender
        self.reach = reach
        self.callers = callers
        self.tellsCaller = tellsCaller
        self.silenceMax = silenceMax
        self.counts = counts
        self.logger = logger
    }

    /// Pushes to the tokens of a device; returns when the services have taken them, or it is too late.
    ///
    /// - Parameter round: which ringing of the device by this session it is about.
    func send(
        _ news: News, of session: CallSessionID, round: RingRound = .first, organization: String?, caller: RingCaller,
        to device: DeviceReach
    ) async {
        let ways = device.ways(at: news.now.milliseconds * 1_000, silenceMax: silenceMax)
        let details = await details(of: caller, in: organization, for: news, to: device)
        let push = { token in
            Self.push(news, session, round, organization, to: device, token, details, tellsCaller: self.tellsCaller)
        }
        let outcomes = await send(ways.first.map(push), to: device.id)
        guard PushWays.isSecondNeeded(after: outcomes) else { return }
        await send(ways.second.map(push), to: device.id)
    }

    /// At once: one service that has to be asked again must not hold up the others.
    @discardableResult
    private func send(_ pushes: [OutgoingPush], to device: DeviceID) async -> [PushOutcome] {
        await withTaskGroup(of: PushOutcome.self) { group in
            for push in pushes { group.addTask { await self.send(push, to: device) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// What the device may be told of who calls whom; a name of an organisation that cannot be read is left out.
    private func details(
        of caller: RingCaller, in organization: String?, for news: News, to device: DeviceReach
    ) async -> CallerDetails {
        guard case .ring = news, device.key != nil || tellsCaller else { return CallerDetails() }
        var details = CallerDetails(name: caller.name, number: caller.number, called: caller.dialled)
        if let organization, let known = try? await reach.accounts.organization(organization) {
            details.organization = Redacted(known.name)
        }
        if let user = caller.user { details.picture = await callers.picture(of: user, for: device.user) }
        return details
    }

    private func send(_ push: OutgoingPush, to device: DeviceID) async -> PushOutcome {
        let outcome = await sender.send(push)
        // Counted last: whoever sees the figure finds the token gone.
        if case .tokenGone(let removal) = outcome {
            logger.info(
                "a push token is no longer good and forgotten",
                metadata: ["service": "\(push.token.address.service.rawValue)", "cause": "\(removal.cause.rawValue)"])
            await drop(push.token, of: device, removal)
        }
        counts.pushed(outcome)
        if case .refused(let alarm) = outcome {
            logger.error("a push was refused: \(alarm)")
        }
        return outcome
    }

    /// With its last token goes what an app that is gone registered with at the carrier.
    private func drop(_ token: DeviceToken, of device: DeviceID, _ removal: TokenRemoval) async {
        guard let user = await reach.book.drop(token, of: device, removal) else { return }
        do throws(StorageError) {
            try await reach.settle(user.rawValue)
        } catch {
            logger.warning("credentials of a device that is gone stay for a while: \(error)")
        }
    }

    private static func push(
        _ news: News, _ session: CallSessionID, _ round: RingRound, _ organization: String?, to device: DeviceReach,
        _ token: DeviceToken, _ details: CallerDetails, tellsCaller: Bool
    ) -> OutgoingPush {
        switch news {
        case .ring(let deadline, let provider, _):
            var message = IncomingPush.ringing(
                session, organization: organization, provider: provider, deadline: deadline)
            message.callerReference = session.description
            message.round = round
            if let key = device.key {
                message.sealedCaller = CallerSeal(key: key)?.seal(details, for: session)
            } else if tellsCaller {
                message.tell(details)
            }
            return OutgoingPush(
                id: id(of: session, round, device.id, isRing: true, token), token: token, message: message,
                deadline: deadline)
        case .over(let reason, let now):
            var message = IncomingPush.ended(session, organization: organization, reason: reason)
            message.round = round
            return OutgoingPush(
                id: id(of: session, round, device.id, isRing: false, token), token: token, message: message,
                deadline: now.advanced(by: cancelTime))
        }
    }

    /// The same push has the same name, also when it is sent again after a crash. FNV-1a over the device, and over the round
    /// from the second on.
    private static func id(
        of session: CallSessionID, _ round: RingRound, _ device: DeviceID, isRing: Bool, _ token: DeviceToken
    ) -> PushID {
        var hash: UInt64 = isRing ? 0xcbf2_9ce4_8422_2325 : 0x84222325_cbf29ce4
        if !token.wakes { hash = ~hash }
        for byte in Array(device.rawValue.utf8) + (round > .first ? [0, round.rawValue] : []) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return PushID(UUIDValue.random(high: session.value.high ^ hash, low: session.value.low ^ hash.byteSwapped))
    }
}

extension CallPushes.News {
    /// When it is sent.
    fileprivate var now: WallTime {
        switch self {
        case .ring(_, _, let now), .over(_, let now): now
        }
    }
}
