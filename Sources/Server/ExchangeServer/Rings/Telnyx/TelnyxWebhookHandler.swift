internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Redaction
internal import RingCore
internal import Synchronization

/// Receives Telnyx's webhooks: verifies their raw bytes, stores them, and only then acknowledges them. It does nothing
/// else while Telnyx waits.
struct TelnyxWebhookHandler: Sendable {
    let account: TelnyxAccount
    let engine: RingEngine
    let opening: RingSessionFactory
    let deviceRegistry: DeviceRegistry
    let callers: KnownCallers
    let outbound: OutboundCallRouter
    let listening: ListeningDevices
    /// nil when the carrier does not make credentials.
    let credentials: CarrierCredentialReconciler?
    let counts: RingCounts
    let skew = ClockSkewAlarm()
    let clock: any TimeSource
    let logger: Logger

    /// - Parameter liveCalls: how many calls between users of the exchange each of some users is in; users that the
    ///   exchange no longer has are left out.
    func answer(
        _ request: Request, liveCalls: @Sendable ([UserID]) async throws -> [UserID: Int]
    ) async throws -> Response {
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: TelnyxWebhook.bytesMax)
        } catch is NIOTooManyBytesError {
            throw refused(.tooLarge)
        }
        let webhook: TelnyxWebhook
        do throws(TelnyxWebhookError) {
            webhook = try TelnyxWebhook(
                body: Array(body.readableBytesView), signature: request.headers[.telnyxSignature],
                timestamp: request.headers[.telnyxTimestamp], settings: account.settings, now: clock.calendar)
        } catch {
            throw refused(error)
        }
        switch webhook.content {
        case .nothing: counts.webhook(.unused)
        case .unreadableRecording:
            counts.webhook(.unreadable)
            counts.alarm()
            logger.error(
                "a webhook says that a recording was saved, but its call cannot be read: it stays at Telnyx")
        case .input(let input): try await store(input)
        case .incoming(let call): try await open(call, liveCalls)
        }
        return Response(status: .ok)
    }

    @discardableResult
    private func store(_ input: RingInput) async throws -> RingTurn.Outcome {
        do throws(StorageError) {
            let turn = try await engine.handle(input)
            switch turn.outcome {
            case .taken:
                counts.webhook(.taken)
                if let session = turn.session { raiseDoubt(input, session) }
            case .repeated: counts.webhook(.repeated)
            case .parked: counts.webhook(.parked)
            case .unknownSession:
                counts.webhook(.unknownSession)
                logger.notice("a webhook came for an unknown call")
            }
            return turn.outcome
        } catch {
            counts.webhook(.notStored)
            logger.error("a webhook could not be stored: \(error)")
            throw Problem(.serviceUnavailable, "It could not be stored; send it again.")
        }
    }

    /// Has the credential of an unreachable device checked, because a sleeping phone looks the same as a revoked
    /// credential.
    private func raiseDoubt(_ input: RingInput, _ session: CallSessionID) {
        guard case .event(.carrier(.hungUp(.leg(let leg), .unreachable)), _) = input.content else { return }
        credentials?.doubt(.leg(leg, session))
    }

    private func open(_ call: IncomingCall, _ liveCalls: ([UserID]) async throws -> [UserID: Int]) async throws {
        // To the millisecond, like the gateway's ids, because histories are sorted by these ids.
        let session = CallSessionID(RandomID.make(at: Int64(clock.calendar / .milliseconds(1))))
        switch try await outbound.kind(of: call, session: session) {
        case .out(let input): try await store(input)
        case .inward(let call): try await ring(call, session, liveCalls)
        }
    }

    private func ring(
        _ call: IncomingCall, _ session: CallSessionID, _ liveCalls: ([UserID]) async throws -> [UserID: Int]
    ) async throws {
        let users = opening.plan.users(of: call.to.revealed)
        if users.isEmpty { logger.notice("a call to an unassigned number was turned away") }
        let known = await callers.naming(call)
        let calls = try await liveCalls(users)
        let rung = await callers.beginRinging(users, by: known)
        let input = await opening.input(known, session: session, liveCalls: calls) { organization in
            rung.filter { calls[$0] != nil }.flatMap { deviceRegistry.devices(of: $0) }
                .filter { $0.address(in: organization) != nil && $0.id != known.device }
                .map { DeviceCandidate($0, listening) }
                + opening.plan.outside(of: call.to.revealed)
                .filter { $0.device != known.device && rung.contains($0.user) }
        }
        // A call that is reported again, as after a refusal to store it, is one ring.
        let outcome: RingTurn.Outcome
        do {
            outcome = try await store(input)
        } catch {
            await callers.endRinging(known, hasBegun: false)
            throw error
        }
        await callers.endRinging(known, hasBegun: outcome == .taken)
    }

    /// Telnyx sends refused webhooks again, which does no harm. Only the number of forged ones is kept.
    private func refused(_ error: TelnyxWebhookError) -> Problem {
        switch error {
        case .unsigned:
            counts.webhook(.unsigned)
            return Problem(.unauthorized, "It is not signed.")
        case .forged, .noKey:
            counts.webhook(.forged)
            return Problem(.unauthorized, "The signature is wrong.")
        case .late:
            counts.webhook(.late)
            if skew.isDue(at: clock.calendar) {
                counts.alarm()
                let most = TelnyxWebhook.tolerance.components.seconds
                logger.error(
                    """
                    a webhook that is truly Telnyx's was refused: its time and ours are more than \(most) s apart. \
                    Unless it is an old one that is sent again, this machine's clock is wrong
                    """)
            }
            return Problem(.badRequest, "The time of the webhook is too far from the exchange's.")
        case .malformed:
            counts.webhook(.malformed)
            return Problem(.badRequest, "The body is no event of Call Control.")
        case .tooLarge:
            counts.webhook(.tooLarge)
            return Problem(.contentTooLarge, "The body is larger than the limit.")
        }
    }
}

extension HTTPField.Name {
    static let telnyxSignature = HTTPField.Name("telnyx-signature-ed25519") ?? .from
    static let telnyxTimestamp = HTTPField.Name("telnyx-timestamp") ?? .from
}

/// The address at which carriers report calls. It is not part of the API, and only signed requests are accepted.
enum RingRoutes {
    static func add(to router: Router<APIContext>, _ backend: APIBackend) {
        guard let handler = backend.rings.telnyxWebhooks else { return }
        router.post(RouterPath(handler.account.webhookPath)) { request, _ -> Response in
            try await handler.answer(request) { users in
                try await backend.onLoop { $0.liveCalls(of: users) }
            }
        }
    }
}

/// The addresses that Telnyx dials: of a device, of a number that calls are forwarded to, or of the number that a user
/// calls.
struct TelnyxDialDestinations: TelnyxDestinations {
    let deviceRegistry: DeviceRegistry
    let numbers: NumberDirectory
    let sessions: RingReader

    func destination(
        of device: DeviceID, in organization: OrganizationID, session: CallSessionID
    ) async -> TelnyxDestination? {
        if let known = deviceRegistry.device(device) {
            return known.address(in: organization).map { TelnyxDestination($0) }
        }
        if let called = await called(device, session) { return called }
        return numbers.plan.destination(of: device, in: organization).map { TelnyxDestination($0) }
    }

    /// For a call out, the permitted number and the caller id to show. If they cannot be read now, the next try of the
    /// dial looks them up again.
    private func called(_ device: DeviceID, _ session: CallSessionID) async -> TelnyxDestination? {
        guard let found = (try? await sessions.call(session)) ?? nil, let outbound = found.session.outbound,
            outbound.refusal == nil, let caller = found.caller, let dialed = caller.dialed,
            DeviceID(outside: dialed) == device
        else { return nil }
        return TelnyxDestination(dialed, from: caller.number)
    }
}

/// Limits alarms about a wrong clock to one a minute, because every webhook shows it.
/// Isolation: any thread.
final class ClockSkewAlarm: Sendable {
    private static let pause = Duration.seconds(60)

    private let last = Mutex<Duration?>(nil)

    func isDue(at now: Duration) -> Bool {
        last.withLock { last in
            if let told = last, now - told < Self.pause { return false }
            last = now
            return true
        }
    }
}
