internal import CallModel
internal import CallerSealing
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangePush
internal import ExchangeStorage
internal import Logging
internal import PushDelivery
internal import PushPayload
internal import Redaction
internal import RingCore

/// Tells devices of calls through push services.
final class CallPushes: Sendable {
    /// How long a push that ends a call is worth sending: as long as a phone may still ring.
    static let cancelTime = Duration.seconds(60)

    /// The subject of a push.
    enum Subject: Sendable {
        /// `provider`: the party that sends the INVITE.
        case ring(until: WallTime, provider: String, now: WallTime)
        case over(EndReason, now: WallTime)
    }

    let sender: PushSender
    private let reach: AccountDeviceSync
    private let callers: KnownCallers
    private let includesCaller: Bool
    private let silenceMax: Duration
    private let counts: RingCounts
    private let logger: Logger

    init(
        _ sender: PushSender, _ reach: AccountDeviceSync, _ callers: KnownCallers, includesCaller: Bool,
        silenceMax: Duration,
        _ counts: RingCounts, _ logger: Logger
    ) {
        self.sender = sender
        self.reach = reach
        self.callers = callers
        self.includesCaller = includesCaller
        self.silenceMax = silenceMax
        self.counts = counts
        self.logger = logger
    }

    /// Pushes to the tokens of a device; returns when the services have accepted the pushes, or when it is too late.
    ///
    /// - Parameter round: which ringing of the device by this session it is about.
    func send(
        _ subject: Subject, of session: CallSessionID, round: RingRound = .first, organization: String?,
        caller: RingCaller,
        to device: DeviceAddresses
    ) async {
        let ways = device.ways(at: subject.now.milliseconds * 1_000, silenceMax: silenceMax)
        let details = await details(of: caller, in: organization, for: subject, to: device)
        let push = { token in
            Self.push(
                subject, session, round, organization, to: device, token, details, includesCaller: self.includesCaller)
        }
        let outcomes = await send(ways.first.map(push), to: device.id)
        guard PushRouting.isSecondNeeded(after: outcomes) else { return }
        await send(ways.second.map(push), to: device.id)
    }

    /// Sends all pushes at once, because a service that needs a retry must not delay the others.
    @discardableResult
    private func send(_ pushes: [OutgoingPush], to device: DeviceID) async -> [PushOutcome] {
        await withTaskGroup(of: PushOutcome.self) { group in
            for push in pushes { group.addTask { await self.send(push, to: device) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// What the device may learn about the caller. An organization whose name cannot be read is left out.
    private func details(
        of caller: RingCaller, in organization: String?, for subject: Subject, to device: DeviceAddresses
    ) async -> CallerDetails {
        guard case .ring = subject, device.key != nil || includesCaller else { return CallerDetails() }
        var details = CallerDetails(name: caller.name, number: caller.number, called: caller.dialled)
        if let organization, let known = try? await reach.accounts.organization(organization) {
            details.organization = Redacted(known.name)
        }
        if let user = caller.user { details.picture = await callers.picture(of: user, for: device.user) }
        return details
    }

    private func send(_ push: OutgoingPush, to device: DeviceID) async -> PushOutcome {
        let outcome = await sender.send(push)
        // The outcome is counted last, so that the token is gone once the count shows it.
        if case .tokenGone(let removal) = outcome {
            logger.info(
                "an invalid push token was removed",
                metadata: ["service": "\(push.token.address.service.rawValue)", "cause": "\(removal.cause.rawValue)"])
            await drop(push.token, of: device, removal)
        }
        counts.pushed(outcome)
        if case .refused(let alarm) = outcome {
            logger.error("a push was refused: \(alarm)")
        }
        return outcome
    }

    /// Removes a token. When a device of an account loses its last one, its credentials at the carrier are deleted as
    /// well.
    private func drop(_ token: DeviceToken, of device: DeviceID, _ removal: TokenRemoval) async {
        guard let user = await reach.deviceRegistry.drop(token, of: device, removal) else { return }
        do throws(StorageError) {
            try await reach.settle(user.rawValue)
        } catch {
            logger.warning("credentials of a removed app stay for a while: \(error)")
        }
    }

    private static func push(
        _ subject: Subject, _ session: CallSessionID, _ round: RingRound, _ organization: String?,
        to device: DeviceAddresses,
        _ token: DeviceToken, _ details: CallerDetails, includesCaller: Bool
    ) -> OutgoingPush {
        switch subject {
        case .ring(let deadline, let provider, _):
            var message = IncomingPush.ringing(
                session, organization: organization, provider: provider, deadline: deadline)
            message.callerReference = session.description
            message.round = round
            if let key = device.key {
                message.sealedCaller = CallerSeal(key: key)?.seal(details, for: session)
            } else if includesCaller {
                message.apply(details)
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

    /// The id of a push, which is the same when the push is sent again after a crash. It is an FNV-1a hash of the
    /// device, and of the round from the second on.
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

extension CallPushes.Subject {
    /// The time of sending.
    fileprivate var now: WallTime {
        switch self {
        case .ring(_, _, let now), .over(_, let now): now
        }
    }
}

/// Sends the pushes of ring sessions.
struct RingPushes: RingPusher {
    let pushes: CallPushes?
    let deviceRegistry: DeviceRegistry
    let store: any RingStore
    let clock: any TimeSource

    func push(_ push: RingCore.RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async {
        guard let pushes, let reach = deviceRegistry.device(device) else { return }
        // If the caller cannot be read, the push rings without a name.
        let caller = (try? store.caller(of: session)) ?? nil
        let stored = (try? store.session(session)) ?? nil
        let shown = stored?.isReversed == true ? caller?.reversed : caller
        let provider = stored?.parent.carrierID.provider ?? SignalingProviderName.exchange
        let subject: CallPushes.Subject =
            switch push {
            case .ring(let deadline):
                .ring(until: WallTime(deadline), provider: provider, now: WallTime(clock.calendar))
            case .cancel(let reason): .over(reason.endReason, now: WallTime(clock.calendar))
            }
        await pushes.send(
            subject, of: session, round: round, organization: stored?.organization.rawValue,
            caller: shown ?? RingCaller(), to: reach)
    }
}

extension WallTime {
    /// - Parameter moment: since 1970.
    init(_ moment: Duration) {
        let (seconds, attoseconds) = moment.components
        self.init(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}

/// Sends the pushes of calls between users of the exchange. It lives on the exchange's event loop.
final class LocalPushes: DevicePusher {
    private let pushes: CallPushes
    private let deviceRegistry: DeviceRegistry
    private let memberships: Memberships
    private let clock: RunClock

    init(_ pushes: CallPushes, _ deviceRegistry: DeviceRegistry, _ memberships: Memberships, _ clock: RunClock) {
        self.pushes = pushes
        self.deviceRegistry = deviceRegistry
        self.memberships = memberships
        self.clock = clock
    }

    func wakeableDevices(of user: UserID) -> [DeviceID] {
        deviceRegistry.devices(of: user).filter { !$0.tokens.isEmpty }.map(\.name)
    }

    func push(_ push: DevicePush, to device: DeviceID, of user: UserID) {
        guard let reach = deviceRegistry.device(device, of: user) else { return }
        let (pushes, memberships, now) = (pushes, memberships, wall(clock.now))
        switch push {
        case .ring(let ring):
            let caller = RingCaller(
                number: ring.callerNumber, name: ring.callerName, dialled: ring.dialled, user: ring.caller)
            let deadline = wall(ring.deadline)
            Task {
                let organization = await memberships.shared(ring.organization, with: user)
                await pushes.send(
                    .ring(until: deadline, provider: SignalingProviderName.exchange, now: now), of: ring.session,
                    organization: organization, caller: caller, to: reach)
            }
        case .over(let session, let ending):
            Task {
                await pushes.send(
                    .over(ending.reason, now: now), of: session, organization: nil, caller: RingCaller(), to: reach)
            }
        }
    }

    private func wall(_ moment: Duration) -> WallTime {
        WallTime(milliseconds: clock.wall.microseconds(at: moment) / 1_000)
    }
}
