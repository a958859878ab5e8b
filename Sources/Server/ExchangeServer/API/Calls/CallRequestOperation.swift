internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import RingCore
internal import WireJSON

/// The request to change a call to a number, by an operator or by a user who has the call.
enum CallRequestOperation {
    private static let replyShape = Shape.object(
        .needed("call_session_id", .text(.any(36...36))), .needed("version", .integer(0...Int64.max)))

    /// A request for an older version is refused, because the call has changed; the asker has to look again.
    static let request = APIOperation(
        id: "requestOfCall", method: .post, path: "/api/calls/{session}/requests",
        summary: """
            Changes a call to a number. While it rings: `transfer` has it ring another device instead. While two talk: \
            `consult` has the winner talk to another device, and the caller waits once that has answered; then \
            `complete_transfer` hands the caller over, and `cancel_transfer` gives them back. `park` lets the winner \
            go and the caller wait; `unpark` has a device take the caller up. `barge` has a device join the \
            conversation. `end` ends the call. `version` is the one that was seen: with a newer one, or where the \
            request does not fit how things are, it is refused. An API token may ask all of it. A user may consult, \
            park and complete or cancel a transfer in a call that they have, `transfer` a call that rings them, and \
            `unpark` a caller to a device of their own; a device they name must be one that they may call.
            """, tag: "calls", access: .anyone,
        parameters: [APIParameter(name: "session", shape: .text(.identifier), text: "The call's session id, a UUID.")],
        body: .object(
            .needed("request", .choice(Word.allCases.map(\.rawValue))), .needed("version", .integer(0...Int64.max)),
            .optional("device", .text(.name))),
        outcomes: [
            .ok(replyShape, "It is done; the call has this version now."),
            .problem(.conflict, "The call has a newer version, is over, or does not permit the request."),
            .problem(.serviceUnavailable, "It could not be stored."),
        ]
    ) { call in
        guard let session = CallSessionID(call.path("session")) else { throw Problem.notFound }
        let engine = call.backend.rings.engine
        let version = UInt64(clamping: call.body["version"]?.integer ?? 0)
        let request = try request(call, of: try await known(session, in: call))
        let ring = RingStart(request, by: call.asker?.user)
        try await ring?.begin(call.backend)
        do {
            let reached = try await change(session, by: .request(request, version: version), engine)
            return .json([
                "call_session_id": .string(session.description), "version": .integer(Int64(clamping: reached)),
            ])
        } catch {
            try await ring?.giveBack(call.backend)
            throw error
        }
    }

    /// - Returns: the version that the call has after the change.
    private static func change(
        _ session: CallSessionID, by request: RingEvent, _ engine: RingEngine
    ) async throws -> UInt64 {
        let turn: RingTurn
        do throws(StorageError) {
            turn = try await engine.handle(RingInput(.event(request, .session(session))))
        } catch {
            throw Problem(.serviceUnavailable, "It could not be stored: \(error)")
        }
        guard let status = turn.status else { throw Problem.notFound }
        let isRefused = turn.effects.contains { if case .refused = $0 { true } else { false } }
        guard !isRefused else {
            throw Problem(.conflict, "The call has version \(status.version): look at it again.")
        }
        return status.version
    }

    /// An unknown call and one that the user may not change get the same answer.
    ///
    /// - Returns: nil when the call is unknown and an operator asks.
    private static func known(_ id: CallSessionID, in call: APICall) async throws -> RingSession? {
        let session: RingSession?
        do throws(StorageError) {
            session = try await call.backend.rings.engine.session(id)
        } catch {
            throw Problem(.serviceUnavailable, "It could not be read: \(error)")
        }
        guard let user = call.asker?.user else { return session }
        guard let session, try await mayAsk(call, user, of: session) else { throw Problem.notFound }
        return session
    }

    private static func mayAsk(_ call: APICall, _ user: UserID, of session: RingSession) async throws -> Bool {
        switch word(of: call) {
        case .end, .barge: return false
        case .unpark: return device(of: call).map { $0.user == user && $0.isReached(from: session) } ?? false
        case .transfer:
            let rings = session.devices.contains { $0.user == user && $0.isBegun && $0.reason == nil }
            guard rings, session.status.stage == .ringing else { return false }
            return try await mayRing(call, user, in: session)
        case .consult: guard try await mayRing(call, user, in: session) else { return false }
        case .park, .completeTransfer, .cancelTransfer: break
        }
        return try await has(session, user, call)
    }

    /// Whether the calling policy lets the user call the user of the device that the request names, and the call can
    /// reach that device.
    private static func mayRing(_ call: APICall, _ user: UserID, in session: RingSession) async throws -> Bool {
        guard let target = device(of: call), target.isReached(from: session) else { return false }
        let attempt = CallAttempt(by: user, dialing: Redacted(target.user.rawValue))
        return try await call.backend.onLoop { gateway in
            guard case .permitted = gateway.policy.verdict(on: attempt, in: gateway.parties) else { return false }
            return true
        }
    }

    /// Whether the user has the call. A user who called out has it until another device takes it over.
    private static func has(_ session: RingSession, _ user: UserID, _ call: APICall) async throws -> Bool {
        guard session.direction == .outbound, !session.isReversed else { return session.userOfWinner == user }
        let id = session.id
        return try await call.backend.inRings { try $0.caller(of: id) }?.user == user
    }

    private enum Word: String, CaseIterable {
        case end, transfer, consult, park, unpark, barge
        case completeTransfer = "complete_transfer"
        case cancelTransfer = "cancel_transfer"
    }

    private static func word(of call: APICall) -> Word {
        call.body["request"]?.string.flatMap { Word(rawValue: $0) } ?? .end
    }

    private static func device(of call: APICall) -> DeviceAddresses? {
        call.body["device"]?.string.flatMap { call.backend.rings.deviceRegistry.device(DeviceID($0)) }
    }

    private static func request(_ call: APICall, of session: RingSession?) throws -> RingRequest {
        let word = word(of: call)
        // The gateway joins two devices once, and no third device can join: the sound passes between the two only.
        if session?.parent.carrierID.isOfGateway == true, word != .end, word != .transfer {
            throw Problem(.conflict, "A call at the gateway can be ended, or transferred while it rings.")
        }
        return switch word {
        case .transfer: .transfer(to: try target(call, of: session))
        case .consult: .consult(try target(call, of: session))
        case .unpark: .unpark(try target(call, of: session))
        case .barge: .barge(try target(call, of: session))
        case .completeTransfer: .completeTransfer
        case .cancelTransfer: .cancelTransfer
        case .park: .park
        case .end: .end
        }
    }

    private static func target(_ call: APICall, of session: RingSession?) throws -> DeviceCandidate {
        guard let device = device(of: call),
            session.map({ device.isReached(from: $0) }) ?? true  // Of no call nothing is asked.
        else { throw Problem(.conflict, "body.device must be the login of a device the carrier can ring.") }
        return DeviceCandidate(
            device.id, of: device.user, hasPush: !device.tokens.isEmpty,
            hasChannel: call.backend.rings.listening.contains(device.id))
    }
}

/// A ring that a user begins by a hand-over; it counts as one by a call.
private struct RingStart {
    private let caller: UserID
    private let called: UserID

    /// Returns nil for a request that rings no device, and for one by an operator.
    init?(_ request: RingRequest, by caller: UserID?) {
        guard let caller, let called = request.target?.user else { return nil }
        (self.caller, self.called) = (caller, called)
    }

    /// Counts the ring.
    ///
    /// - Throws: `Problem` when the user rang the other one too often.
    func begin(_ backend: APIBackend) async throws {
        let wait = try await backend.onLoop { gateway in
            gateway.ringStarts.beginAll([called], by: .user(caller), at: gateway.runner.clock.now)
        }
        if let wait { throw Problem.tooManyRequests(wait: wait) }
    }

    /// Takes the ring back, because the hand-over was refused.
    func giveBack(_ backend: APIBackend) async throws {
        try await backend.onLoop { $0.ringStarts.giveBack([called], by: .user(caller)) }
    }
}

extension DeviceAddresses {
    /// The gateway reaches every device that logs in or is woken by push; another carrier reaches the devices with an
    /// address at it.
    fileprivate func isReached(from session: RingSession) -> Bool {
        session.parent.carrierID.isOfGateway || address(in: session.organization) != nil
    }
}
