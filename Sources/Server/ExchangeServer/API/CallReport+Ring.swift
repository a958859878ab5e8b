internal import CallModel
internal import ExchangeStorage
internal import Redaction
internal import RingCore
internal import WireJSON

extension CallReport {
    /// Stages that only a call to a number has.
    static let ringStages = ["claimed", "parked", "voicemail"]

    /// Who is consulted, barges in, or is to take up a parked caller.
    static let besideShape = Shape.named(
        "BroughtInDevice",
        .object(
            .needed("device", .text(.any(1...256))), .needed("role", .choice(Beside.Role.allCases.map(\.rawValue))),
            .needed("joined", .boolean)))

    static let ringDeviceShape = Shape.named(
        "RungDevice",
        .object(
            .needed("device", .text(.any(1...256))), .needed("rang", .boolean),
            .optional("reason", reasonShape), .optional("round", .integer(2...Int64(RingLimits.roundsMax.rawValue))),
            .optional("earlier_reasons", .list(reasonShape, atMost: Int(RingLimits.roundsMax.rawValue)))))

    private static let reasonShape = Shape.choice(DeviceReason.allCases.map(\.rawValue))

    /// A call to a number. Whom it rang is told by device, as each device has one reason in each round.
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
        object["called_number"] = ring.caller.dialled.map { .string($0.revealed) }
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
