internal import Broadcast
internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import PushPayload
internal import Redaction
internal import RingCore
internal import WireJSON

/// The state of a call of the public network for one of the devices that it rings. A device that listens from a version
/// on, or has been away for too long, receives the latest state when it returns.
struct DeviceRingChange {
    /// The event's name on the wire.
    static let eventName = "ring_changed"

    let notice: DeviceNotice
    let status: RingStatus
    let device: DeviceID
    /// Which ringing of the device by this call it is about; published from the second on.
    let round: RingRound
    /// The device that has the call, if it is one of the same user.
    let answeredBy: AnsweredBy?

    /// - Parameter timestamp: seconds since 1970.
    func publication(at timestamp: Int64) -> Publication {
        let change = Self.change(notice)
        var data: JSONObject = [
            "call_session_id": .string("\(status.session)"), "device_id": .string(device.rawValue),
            "state": .string(change.state), "reason": change.reason.map { .string($0.rawValue) } ?? .null,
            "until": change.until.map { .integer(WallTime($0).milliseconds) } ?? .null,
            "timestamp": .integer(timestamp),
            "organization_id": .string(status.organization.rawValue), "provider": .string(status.parent.provider),
            "version": .integer(Int64(clamping: status.version)),
        ]
        data["round"] = round.wireValue.map { .integer($0) }
        data["answered_by"] = change.isTaken ? answeredBy?.json : nil
        return Publication(
            event: Self.eventName, data: data.jsonText, channels: [ChannelName.ofDevice(device.rawValue)],
            key: "\(status.session)", isLast: change.isLast)
    }

    /// The event of a notice. The winning device is in the call from then on, and learns of the call's end there, so
    /// `won` is its last event.
    private static func change(
        _ notice: DeviceNotice
    ) -> (state: String, until: Duration?, reason: DeviceReason?, isLast: Bool, isTaken: Bool) {
        switch notice {
        case .ringing(let deadline): ("ringing", deadline, nil, false, false)
        case .ringingAgain(let deadline): ("ringing_again", deadline, nil, false, false)
        case .answeredElsewhere: ("answered_elsewhere", nil, nil, false, true)
        case .won: ("won", nil, nil, true, false)
        case .over(let reason): ("over", nil, reason, true, reason == .answeredElsewhere)
        }
    }
}

/// The user's own device that took a call, for the user's other devices: for example an iPad, by the name its person
/// gave it.
struct AnsweredBy: Sendable {
    static let shape = Shape.named(
        "AnsweringDevice",
        .object(.needed("device", .text(.any(1...256))), .needed("name", .text(.any(0...256)))))

    let device: DeviceID
    let name: Redacted<String>

    var json: JSONValue { ["device": .string(device.rawValue), "name": .string(name.revealed)] }
}

extension DeviceRegistry {
    /// The device that has a call, for another device of the same user; nil while no device has it, or when it is
    /// another user's.
    func answerer(of status: RingStatus, forDevice asker: DeviceID) -> AnsweredBy? {
        guard let user = device(asker)?.user, let winner = status.winner, winner != asker else { return nil }
        return answerer(winner, for: user)
    }

    /// The device that has or had a call, if it belongs to this user; nil for devices of other users.
    func answerer(_ winner: CallReport.Winner, for user: UserID) -> AnsweredBy? {
        switch winner {
        case .rung(let device): answerer(device, for: user)
        case .called(let called):
            called.user == user ? device(called).flatMap { answerer($0.id, for: user) } : nil
        }
    }

    private func answerer(_ winner: DeviceID, for user: UserID) -> AnsweredBy? {
        guard let device = device(winner), device.user == user else { return nil }
        return AnsweredBy(device: winner, name: device.title ?? Redacted(device.gatewayDevice.device.rawValue))
    }
}
