internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import PushPayload
internal import RingCore
internal import WireJSON

/// The requests of a device about a call to a number that rings it, before it answers.
enum ClaimOperation {
    private static let requests: [(String, RingCore.DeviceRequest)] = [
        ("claim", .claim), ("ready", .ready), ("decline", .declineHere), ("decline-everywhere", .declineEverywhere),
        ("rescue", .rescue),
    ]

    private static let replyShape = Shape.object(
        .needed("call_session_id", .text(.any(36...36))), .needed("device", .text(.any(1...256))),
        .needed("reply", .choice(["granted", "dialing", "ringing", "taken", "over", "refused", "done"])),
        .optional("until", .integer(0...Int64.max)), .optional("answered_by", AnsweredBy.shape),
        .optional("reason", .choice(DeviceReason.allCases.map(\.rawValue))))

    /// An unknown call or device and those of other users get the same answer.
    static let claim = APIOperation(
        id: "claimCall", method: .post, path: "/api/calls/{session}/claim",
        summary: """
            A device that rings for a call to a number asks whether it may answer (`claim`, the default), says that it \
            has woken (`ready`), declines, or takes a call that went to voicemail (`rescue`). `round` says which \
            ringing of the device by this call is meant, as the push, the news and the status say it: the first where \
            nothing is said. A request about a round that is over is answered by how that ended. `process` names the \
            process of the app that is ready. If the exchange dialed the device for another process, which may \
            have ended, or for credentials that no longer work, it dials once more for each process.
            """, tag: "calls", access: .anyone,
        parameters: [APIParameter(name: "session", shape: .text(.identifier), text: "The call's session id, a UUID.")],
        body: .object(
            .needed("device", .text(.name)), .optional("request", .choice(requests.map(\.0))),
            .optional("round", .integer(1...Int64(RingLimits.roundsMax.rawValue))),
            .optional("process", .text(.any(1...64)))),
        outcomes: [
            .ok(replyShape), .problem(.serviceUnavailable, "It could not be stored."),
        ]
    ) { call in
        let engine = call.backend.rings.engine
        guard let session = CallSessionID(call.path("session")), let name = call.body["device"]?.string,
            let device = call.backend.rings.deviceRegistry.device(DeviceID(name))
        else { throw Problem.notFound }
        guard Self.mayAsk(call.asker, for: device.id, of: device.user) else { throw Problem.notFound }
        let request = requests.first { $0.0 == call.body["request"]?.string }?.1 ?? .claim
        let event = RingEvent.device(
            device.id, request, round: RingRound(clamping: call.body["round"]?.integer ?? 1),
            process: call.body["process"]?.string.map { AppProcess($0) })
        let turn: RingTurn?
        do throws(StorageError) {
            turn = try await put(event, of: device.id, session, engine, call.backend.rings.listening)
        } catch {
            throw Problem(.serviceUnavailable, "It could not be stored: \(error)")
        }
        guard let turn else { throw Problem.notFound }
        var answer = json(turn.effects, session, device.id)
        if turn.effects.contains(where: \.isAnsweredElsewhere), let status = try await engine.session(session)?.status {
            answer["answered_by"] = call.backend.rings.deviceRegistry.answerer(of: status, forDevice: device.id)?.json
        }
        return .json(.object(answer))
    }

    /// A session may ask for its own device only; a user's password for all devices of the user.
    private static func mayAsk(_ asker: APIPrincipal?, for device: DeviceID, of user: UserID) -> Bool {
        switch asker {
        case .session(let session): session.user == user && session.device == device.rawValue
        case .user(let name): name == user
        case .operatorToken: true
        case .apple, nil: false
        }
    }

    /// - Returns: nil when the call does not ring that device.
    private static func put(
        _ event: RingEvent, of device: DeviceID, _ session: CallSessionID, _ engine: RingEngine,
        _ listening: ListeningDevices
    ) async throws(StorageError) -> RingTurn? {
        guard let known = try await engine.session(session),
            known.devices.contains(where: { $0.device == device })
        else { return nil }
        let turn = try await engine.handle(RingInput(.event(event, .session(session))))
        // The device asked by HTTP and may have no connection: unless it listens to its channel too, notices have to be
        // pushed to it.
        guard !listening.contains(device) else { return turn }
        try await engine.handle(RingInput(.event(.device(device, .disconnected), .session(session))))
        return turn
    }

    private static func json(_ effects: [RingEffect], _ session: CallSessionID, _ device: DeviceID) -> JSONObject {
        var object: JSONObject = [
            "call_session_id": .string(session.description), "device": .string(device.rawValue), "reply": "done",
        ]
        for effect in effects {
            guard case .reply(let reply, device) = effect else { continue }
            add(reply, to: &object)
        }
        return object
    }

    private static func add(_ reply: DeviceReply, to object: inout JSONObject) {
        switch reply {
        case .granted(let until):
            object["reply"] = "granted"
            object["until"] = .integer(WallTime(until).milliseconds)
        case .dialing: object["reply"] = "dialing"
        case .ringing: object["reply"] = "ringing"
        case .taken: object["reply"] = "taken"
        case .over(let reason):
            object["reply"] = "over"
            object["reason"] = .string(reason.rawValue)
        case .refused: object["reply"] = "refused"
        }
    }
}

extension RingEffect {
    /// Whether the effect tells a device that another device has or had the call.
    fileprivate var isAnsweredElsewhere: Bool {
        switch self {
        case .reply(.taken, _), .reply(.over(.answeredElsewhere), _): true
        default: false
        }
    }
}
