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

/// A push about a call, with everything that a device may be told of it.
struct CallPush: Sendable {
    /// What the push says.
    enum Subject: Sendable {
        case ring(until: WallTime)
        case over(EndReason)
    }

    let subject: Subject
    let session: CallSessionID
    /// Which ringing of the device by this session it is about.
    var round = RingRound.first
    var organization: String?
    /// The party that sends the INVITE.
    var provider = SignalingProviderName.exchange
    var caller = RingCaller()
    /// The time of sending.
    let now: WallTime
}

/// Tells devices of calls through push services.
///
///     a call between users:  DevicePush ──────────────────────────────┐
///     a call to a number:    RingPush, with the session and its caller ┴─► CallPush ─► OutgoingPush, one a token
final class CallPushes: Sendable {
    /// How long a push that ends a call is worth sending: as long as a phone may still ring.
    static let cancelTime = Duration.seconds(60)

    let sender: PushSender
    private let reach: AccountDeviceSync
    private let callers: KnownCallers
    private let memberships: Memberships
    private let sessions: RingReader
    private let clock: RunClock
    private let includesCaller: Bool
    private let silenceMax: Duration
    private let counts: RingCounts
    private let logger: Logger

    /// - Parameters:
    ///   - sessions: reads the calls to numbers.
    ///   - clock: that of the exchange, which rings for calls between users.
    init(
        _ sender: PushSender, _ reach: AccountDeviceSync, _ callers: KnownCallers, _ memberships: Memberships,
        sessions: RingReader, _ configuration: ExchangeConfiguration, _ clock: RunClock, _ counts: RingCounts,
        _ logger: Logger
    ) {
        self.sender = sender
        self.reach = reach
        self.callers = callers
        self.memberships = memberships
        self.sessions = sessions
        self.clock = clock
        includesCaller = configuration.pushIncludesCaller
        silenceMax = configuration.pushSilence
        self.counts = counts
        self.logger = logger
    }

    /// Pushes to the tokens of a device; returns when the services have accepted the pushes, or when it is too late.
    private func send(_ push: CallPush, to device: DeviceAddresses) async {
        let ways = device.ways(at: push.now.milliseconds * 1_000, silenceMax: silenceMax)
        let details = await details(of: push, for: device)
        let toToken = { token in
            Self.push(push, to: device, token, details, includesCaller: self.includesCaller)
        }
        let outcomes = await send(ways.first.map(toToken), to: device.id)
        guard PushRouting.isSecondNeeded(after: outcomes) else { return }
        await send(ways.second.map(toToken), to: device.id)
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
    private func details(of push: CallPush, for device: DeviceAddresses) async -> CallerDetails {
        guard case .ring = push.subject, device.key != nil || includesCaller else { return CallerDetails() }
        let caller = push.caller
        var details = CallerDetails(name: caller.name, number: caller.number, called: caller.dialed)
        if let organization = push.organization, let known = try? await reach.accounts.organization(organization) {
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
        _ push: CallPush, to device: DeviceAddresses, _ token: DeviceToken, _ details: CallerDetails,
        includesCaller: Bool
    ) -> OutgoingPush {
        let (session, round) = (push.session, push.round)
        switch push.subject {
        case .ring(let deadline):
            var message = IncomingPush.ringing(
                session, organization: push.organization, provider: push.provider, deadline: deadline)
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
        case .over(let reason):
            var message = IncomingPush.ended(session, organization: push.organization, reason: reason)
            message.round = round
            return OutgoingPush(
                id: id(of: session, round, device.id, isRing: false, token), token: token, message: message,
                deadline: push.now.advanced(by: cancelTime))
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

extension CallPushes: RingPusher {
    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async {
        guard let reached = reach.deviceRegistry.device(device) else { return }
        // If the call cannot be read, the push rings without a name.
        let stored = (try? await sessions.call(session)) ?? nil
        let now = WallTime(reach.clock.calendar)
        let subject: CallPush.Subject =
            switch push {
            case .ring(let deadline): .ring(until: WallTime(deadline))
            case .cancel(let reason): .over(reason.endReason)
            }
        await send(
            CallPush(
                subject: subject, session: session, round: round,
                organization: stored?.session.organization.rawValue,
                provider: stored?.session.parent.carrierID.provider ?? SignalingProviderName.exchange,
                caller: stored?.shownCaller ?? RingCaller(), now: now),
            to: reached)
    }
}

extension RingReader.Call {
    /// The party whom a rung device is to show.
    fileprivate var shownCaller: RingCaller? { session.isReversed ? caller?.reversed : caller }
}

extension CallPushes: DevicePusher {
    func wakeableDevices(of user: UserID) -> [DeviceID] {
        reach.deviceRegistry.devices(of: user).filter { !$0.tokens.isEmpty }.map(\.gatewayDevice.device)
    }

    func push(_ push: DevicePush, to device: GatewayDevice) {
        guard let reached = reach.deviceRegistry.device(device) else { return }
        let now = wall(clock.now)
        switch push {
        case .ring(let ring):
            let caller = RingCaller(
                number: ring.callerNumber, name: ring.callerName, dialed: ring.dialed, user: ring.caller)
            let subject = CallPush.Subject.ring(until: wall(ring.deadline))
            Task {
                let organization = await memberships.shared(ring.organization, with: device.user)
                await send(
                    CallPush(
                        subject: subject, session: ring.session, organization: organization, caller: caller, now: now),
                    to: reached)
            }
        case .over(let session, let ending):
            Task { await send(CallPush(subject: .over(ending.reason), session: session, now: now), to: reached) }
        }
    }

    private func wall(_ moment: Duration) -> WallTime {
        WallTime(milliseconds: clock.wall.microseconds(at: moment) / 1_000)
    }
}

extension WallTime {
    /// - Parameter moment: since 1970.
    init(_ moment: Duration) {
        let (seconds, attoseconds) = moment.components
        self.init(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
