internal import Broadcast
internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import NIOCore
internal import PushPayload
internal import Redaction
internal import RingCore
internal import WireJSON

/// Publishes every change of a call to a number to its users and organization, in the format of calls between users.
///
/// It is called once the change is stored, in the order of each session; the event loop keeps that order.
struct RingEventPublisher: Sendable {
    let eventLoop: any EventLoop
    let broadcast: NIOLoopBound<BroadcastServer>
    let clock: any TimeSource
    let deviceRegistry: DeviceRegistry

    /// Publishes the state of the call and that of its winner, both with the call's version.
    func changed(_ status: RingStatus, for users: [UserID]) {
        var publications: [Publication] = []
        if let winner = status.winner, let state = Self.stateOfWinner(status) {
            publications.append(publication(of: status, winner, state, status.outcome?.endReason, for: users))
        }
        let state = status.stage == .active && status.isHeldByCaller ? Self.held : status.stage.rawValue
        publications.append(publication(of: status, nil, state, status.outcome?.endReason, for: users))
        send(publications, to: users)
    }

    /// Publishes that a device that rang is out of the call.
    func ended(_ device: DeviceID, _ reason: DeviceReason, of status: RingStatus, for users: [UserID]) {
        // The device that took the call is in it until the call ends.
        guard reason != .answered else { return }
        send([publication(of: status, device, Self.ended, reason.endReason, for: users)], to: users)
    }

    /// The name of the event on the wire.
    static let deviceEventName = "ring_changed"

    /// Publishes the state of the call to one device. A device that listens from a version on, or has been away for too
    /// long, receives the latest state when it returns.
    ///
    /// - Parameter round: which ringing of the device by this call it is about; published from the second on.
    func publish(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound) {
        let change = Self.change(notice)
        var data: JSONObject = [
            "call_session_id": .string("\(status.session)"), "device_id": .string(device.rawValue),
            "state": .string(change.state), "reason": change.reason.map { .string($0.rawValue) } ?? .null,
            "until": change.until.map { .integer(WallTime($0).milliseconds) } ?? .null,
            "timestamp": .integer(clock.calendar.components.seconds),
            "organization_id": .string(status.organization.rawValue), "provider": .string(status.parent.provider),
            "version": .integer(Int64(clamping: status.version)),
        ]
        data["round"] = round.wireValue.map { .integer($0) }
        data["answered_by"] = change.isTaken ? deviceRegistry.answerer(of: status, forDevice: device)?.json : nil
        publish([
            Publication(
                event: Self.deviceEventName, data: data.jsonText, channels: [ChannelName.ofDevice(device.rawValue)],
                key: "\(status.session)", isLast: change.isLast)
        ])
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

    private static let held = CallStateChange.State.held.rawValue
    private static let ended = CallStateChange.State.ended.rawValue
    private static let active = CallStateChange.State.active.rawValue

    private static func stateOfWinner(_ status: RingStatus) -> String? {
        switch status.stage {
        case .claimed, .active: status.isHeldByWinner ? held : active
        case .ended: ended
        case .ringing, .parked, .voicemail: nil
        }
    }

    private func publication(
        of status: RingStatus, _ device: DeviceID?, _ state: String, _ reason: EndReason?, for users: [UserID]
    ) -> Publication {
        let data: JSONObject = [
            "call_session_id": .string("\(status.session)"), "device_id": device.map { .string($0.rawValue) } ?? .null,
            "state": .string(state), "reason": reason.map { .string($0.rawValue) } ?? .null,
            "timestamp": .integer(clock.calendar.components.seconds),
            "organization_id": .string(status.organization.rawValue),
            "version": .integer(Int64(clamping: status.version)),
            "direction": .string(status.direction.rawValue),
        ]
        return Publication(
            event: CallEventPublisher.eventName, data: data.jsonText,
            channels: users.map { ChannelName.ofUser($0.rawValue) }
                + [ChannelName.ofOrganization(status.organization.rawValue)],
            key: device.map { "\(status.session)/\($0.rawValue)" } ?? "\(status.session)", isLast: state == Self.ended)
    }

    /// Publishes to a number's users and organization. An unassigned number has no users, so its calls are not
    /// published.
    private func send(_ publications: [Publication], to users: [UserID]) {
        if !users.isEmpty { publish(publications) }
    }

    private func publish(_ publications: [Publication]) {
        eventLoop.execute { [broadcast] in
            guard let application = broadcast.value.own else { return }
            for publication in publications { application.handle(.publish(publication)) }
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
        case .called(let name, let owner):
            owner == user ? device(name, of: user).flatMap { answerer($0.id, for: user) } : nil
        }
    }

    private func answerer(_ winner: DeviceID, for user: UserID) -> AnsweredBy? {
        guard let device = device(winner), device.user == user else { return nil }
        return AnsweredBy(device: winner, name: device.title ?? Redacted(device.name.rawValue))
    }
}
