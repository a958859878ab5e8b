internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import RingCore
internal import WireJSON

/// The report of a call in the status API, from memory or from the journal.
struct CallReport: Sendable {
    private static let endingShape = Shape.named(
        "Ending",
        .object(
            .needed("reason", .choice(EndReason.allCases.map(\.rawValue))), .needed("cause", .text(.any(1...64))),
            .needed("cause_code", .integer(0...65_535)), .optional("sip_code", .integer(0...65_535)),
            .optional("sip_reason", .text(.any(0...1_024)))))

    private static let legShape = Shape.named(
        "Leg",
        .object(
            .needed("leg_id", .text(.any(1...64))), .needed("device", .text(.any(0...256))),
            .needed("state", .choice(LegStage.allCases.map(\.rawValue))), .needed("held", .boolean),
            .needed("connected", .boolean), .optional("ending", endingShape)))

    static let shape = Shape.named(
        "Call",
        .object(
            .needed("call_session_id", .text(.any(36...36))), .needed("version", .integer(0...Int64.max)),
            .needed("state", .choice(CallSessionStage.allCases.map(\.rawValue) + ringStages)),
            .needed("legs", .list(legShape, atMost: 1_000)),
            .optional("organization_id", .text(.any(1...64))),
            .needed("provider", .choice(SignalingProviderName.all)),
            .optional("rings_until", .text(.moment)), .optional("devices", .list(ringDeviceShape, atMost: 1_000)),
            .optional("direction", .choice(CallDirection.allCases.map(\.rawValue))),
            .optional("outcome", .choice(RingOutcome.allCases.map(\.rawValue))),
            .optional("refusal", .choice(OutboundRefusal.allCases.map(\.rawValue))),
            .optional("winner", .text(.any(1...256))), .optional("answered_by", AnsweredBy.shape),
            .optional("beside", besideShape),
            .optional("missed_by", .list(.text(.any(1...128)), atMost: 1_000)),
            .optional("caller_number", .text(.any(0...256))), .optional("caller_name", .text(.any(0...256))),
            .optional("called_number", .text(.any(0...256))), .optional("called_name", .text(.any(0...256))),
            .optional("ending", endingShape), .optional("created_at", .text(.moment)),
            .optional("rang_at", .text(.moment)), .optional("answered_at", .text(.moment)),
            .optional("ended_at", .text(.moment))))

    /// The users who may see it: the caller and all rung users.
    let users: [UserID]
    let json: JSONValue
    /// The device that has the call, or had it at the end.
    private(set) var winner: Winner?
    /// The parties of a call between users; nil for a call to a number, whose report names them itself.
    private var parties: Parties?

    /// The two users of a call between users.
    struct Parties: Sendable {
        let caller: UserID
        let called: UserID
        /// The user who placed the call. After a transfer another one may be in that place.
        let placer: UserID

        /// The caller's leg is the first. The attendant is no party: it answers for one.
        init?(_ call: StoredCall) {
            let others = call.legs.dropFirst().filter { $0.user.rawValue != ExchangeServer.attendantLogin }
            guard let caller = call.legs.first?.user,
                let called = (others.first { $0.id == call.winner } ?? others.first)?.user
            else { return nil }
            placer = call.legs.first { $0.id == LegID(session: call.session, ordinal: 0) }?.user ?? caller
            (self.caller, self.called) = (caller, called)
        }
    }

    /// A device that has a call, by the name that its kind of call uses.
    enum Winner: Sendable {
        /// Of a call to a number.
        case rung(DeviceID)
        /// Of a call between users, by the gateway's name.
        case called(GatewayDevice)
    }

    init(users: [UserID], json: JSONValue, winner: Winner? = nil) {
        self.users = users
        self.json = json
        self.winner = winner
    }

    /// The report for one user, with the names of the user's own devices.
    func json(for user: UserID?, _ deviceRegistry: DeviceRegistry) -> JSONValue {
        guard let user, let winner, let answering = deviceRegistry.answerer(winner, for: user), var object = json.object
        else {
            return json
        }
        object["answered_by"] = answering.json
        return .object(object)
    }

    init(_ call: CallHistoryEntry) {
        switch call {
        case .betweenUsers(let call): self.init(call)
        case .ofPublicNetwork(let ring): self.init(ring)
        }
    }

    /// The report of a call between users that is in memory.
    init(_ call: CallStatus, clock: WallClock) { self.init(StoredCall(call, clock: clock)) }

    init(_ call: StoredCall) {
        users = call.legs.map(\.user)
        json = Self.json(
            session: call.session, version: call.version, stage: call.stage,
            legs: call.legs.map {
                Self.leg($0.id, $0.device, $0.stage, isHeld: $0.isHeld, isConnected: $0.isConnected, $0.ending)
            },
            winner: call.winner, ending: call.ending, organization: call.organization,
            times: [call.createdAt, call.rangAt, call.answeredAt, call.endedAt])
        winner = call.legs.first { $0.id == call.winner }.map { .called(GatewayDevice($0.device, of: $0.user)) }
        parties = Parties(call)
    }

    /// The report with what only the exchange's directory knows of a call between users: the names by which the parties
    /// know each other now, and for one of them, which of both the asker is. Read it on the event loop.
    func named(for asker: UserID?, _ gateway: VertoGateway) -> CallReport {
        guard let parties, var object = json.object else { return self }
        let (caller, called) = (parties.caller, parties.called)
        if let asker {
            let isOutbound = asker == caller || asker == parties.placer
            object["direction"] = .string((isOutbound ? CallDirection.outbound : .inbound).rawValue)
        }
        if let shown = gateway.shown(caller, to: called) {
            object["caller_name"] = .string(shown.name.revealed)
            object["caller_number"] = .string(shown.number.revealed)
        }
        if let shown = gateway.shown(called, to: caller) {
            object["called_name"] = .string(shown.name.revealed)
            // A caller of another organization need not have dialed a number of the user's.
            object["called_number"] = .string(called.rawValue)
        }
        return CallReport(users: users, json: .object(object), winner: winner)
    }

    private static func json(
        session: CallSessionID, version: UInt64, stage: CallSessionStage, legs: [JSONValue], winner: LegID?,
        ending: Ending?,
        organization: String?, times: [Int64?]
    ) -> JSONValue {
        var object: JSONObject = [
            "call_session_id": .string(session.description), "version": .integer(Int64(clamping: version)),
            "state": .string(stage.rawValue), "legs": .array(legs),
            "provider": .string(SignalingProviderName.exchange),
        ]
        object["winner"] = winner.map { .string($0.description) }
        object["ending"] = ending.map { Self.ending($0) }
        object["organization_id"] = organization.map { .string($0) }
        for (key, time) in zip(["created_at", "rang_at", "answered_at", "ended_at"], times) {
            object[key] = time.map { .string(Timestamp.text(microseconds: $0)) }
        }
        return .object(object)
    }

    private static func leg(
        _ id: LegID, _ device: DeviceID, _ stage: LegStage, isHeld: Bool, isConnected: Bool, _ ending: Ending?
    ) -> JSONValue {
        var object: JSONObject = [
            "leg_id": .string(id.description), "device": .string(device.rawValue), "state": .string(stage.rawValue),
            "held": .bool(isHeld), "connected": .bool(isConnected),
        ]
        object["ending"] = ending.map { Self.ending($0) }
        return .object(object)
    }

    static func ending(_ ending: Ending) -> JSONValue {
        var object: JSONObject = [
            "reason": .string(ending.reason.rawValue), "cause": .string(ending.cause.name),
            "cause_code": .integer(Int64(ending.cause.code)),
        ]
        object["sip_code"] = ending.sipCode.map { .integer(Int64($0)) }
        object["sip_reason"] = ending.sipReason.map { .string($0) }
        return .object(object)
    }
}

extension CallReport {
    /// The stages that only a call to a number has.
    static let ringStages = ["claimed", "parked", "voicemail"]

    /// A device that is consulted, barges in, or is to take up a parked caller.
    static let besideShape = Shape.named(
        "BroughtInDevice",
        .object(
            .needed("device", .text(.any(1...256))), .needed("role", .choice(ThirdParty.Role.allCases.map(\.rawValue))),
            .needed("joined", .boolean)))

    static let ringDeviceShape = Shape.named(
        "RungDevice",
        .object(
            .needed("device", .text(.any(1...256))), .needed("rang", .boolean),
            .optional("reason", reasonShape), .optional("round", .integer(2...Int64(RingLimits.roundsMax.rawValue))),
            .optional("earlier_reasons", .list(reasonShape, atMost: Int(RingLimits.roundsMax.rawValue)))))

    private static let reasonShape = Shape.choice(DeviceReason.allCases.map(\.rawValue))

    /// The report of a call to a number. It lists the rung devices, as each has one reason in each round.
    init(_ ring: StoredRing) {
        let (session, status) = (ring.session, ring.session.status)
        var object: JSONObject = [
            "call_session_id": .string(session.id.description), "version": .integer(Int64(clamping: status.version)),
            "state": .string(status.stage.rawValue), "organization_id": .string(session.organization.rawValue),
            "created_at": .string(Self.text(session.openedAt)), "rings_until": .string(Self.text(session.deadline)),
            "direction": .string(session.direction.rawValue), "legs": [],
            "devices": .array(session.devices.map { Self.device($0) }),
            "provider": .string(session.parent.carrierID.provider),
            "missed_by": .array(ring.missedBy.map { .string($0.rawValue) }),
        ]
        object["winner"] = status.winner.map { .string($0.rawValue) }
        object["beside"] = status.beside.map {
            ["device": .string($0.device.rawValue), "role": .string($0.role.rawValue), "joined": .bool($0.isJoined)]
        }
        object["outcome"] = status.outcome.map { .string($0.rawValue) }
        let refusal = session.outbound?.refusal
        object["refusal"] = refusal.map { .string($0.rawValue) }
        object["ending"] = status.outcome.map { Self.ending(refusal?.ending ?? Ending($0.endReason)) }
        object["answered_at"] = ring.call?.bridgedAt.map { .string(Self.text($0)) }
        object["ended_at"] = (ring.call?.endedAt).map { .string(Self.text($0)) }
        object["caller_number"] = ring.caller.number.map { .string($0.revealed) }
        object["caller_name"] = ring.caller.name.map { .string($0.revealed) }
        object["called_number"] = ring.caller.dialed.map { .string($0.revealed) }
        self.init(users: ring.users, json: .object(object), winner: status.winner.map { .rung($0) })
    }

    private static func device(_ device: RungDevice) -> JSONValue {
        var object: JSONObject = ["device": .string(device.device.rawValue), "rang": .bool(device.isBegun)]
        object["reason"] = device.reason.map { .string($0.rawValue) }
        if let earlier = device.earlierReasons {
            object["round"] = .integer(Int64(device.round.rawValue))
            object["earlier_reasons"] = .array(earlier.map { .string($0.rawValue) })
        }
        return .object(object)
    }

    private static func text(_ moment: Duration) -> String {
        let (seconds, attoseconds) = moment.components
        return Timestamp.text(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
