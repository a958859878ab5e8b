internal import CallModel
internal import RingCore
internal import WireJSON

extension CallReport {
    /// Stages that only a call of the public network has.
    static let ringStages = ["claimed", "voicemail"]

    static let ringDeviceShape = Shape.named(
        "RungDevice",
        .object(
            .needed("device", .text(.any(1...256))), .needed("rang", .boolean),
            .optional("reason", .choice(DeviceReason.allCases.map(\.rawValue)))))

    /// A call of the public network. Whom it rang is told by device, as each device has one reason.
    init(_ session: RingSession) {
        var users: [UserID] = []
        for device in session.devices where !users.contains(device.user) { users.append(device.user) }
        let status = session.status
        var object: JSONObject = [
            "call_session_id": .string(session.id.description), "version": .integer(Int64(clamping: status.version)),
            "state": .string(status.stage.rawValue), "organization_id": .string(session.organization.rawValue),
            "created_at": .string(Self.text(session.openedAt)), "rings_until": .string(Self.text(session.deadline)),
            "legs": [], "devices": .array(session.devices.map { Self.device($0) }),
        ]
        object["winner"] = status.winner.map { .string($0.rawValue) }
        object["outcome"] = status.outcome.map { .string($0.rawValue) }
        object["ending"] = status.outcome.map { Self.ending(Ending($0.endReason)) }
        self.init(users: users, json: .object(object))
    }

    private static func device(_ device: RungDevice) -> JSONValue {
        var object: JSONObject = ["device": .string(device.device.rawValue), "rang": .bool(device.isBegun)]
        object["reason"] = device.reason.map { .string($0.rawValue) }
        return .object(object)
    }

    private static func text(_ moment: Duration) -> String {
        let (seconds, attoseconds) = moment.components
        return Timestamp.text(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
