internal import Broadcast
internal import CallModel
internal import ExchangeCarrier
internal import NIOCore
internal import PushPayload
internal import RingCore
internal import WireJSON

/// Tells everybody concerned of every change of a call to a number, in the words local calls are told in.
///
/// Called once what it tells of is stored, in the order of each session; the event loop keeps that order.
struct RingFeed: Sendable {
    let eventLoop: any EventLoop
    let broadcast: NIOLoopBound<BroadcastStation>
    let clock: any RingClock
    let book: DeviceBook

    /// The call as a whole, and whoever has it: both under the call's version.
    func changed(_ status: RingStatus, for users: [UserID]) {
        var told: [Publication] = []
        if let winner = status.winner, let state = Self.stateOfWinner(status) {
            told.append(publication(of: status, winner, state, status.outcome?.endReason, for: users))
        }
        let state = status.stage == .active && status.isHeldByCaller ? Self.held : status.stage.rawValue
        told.append(publication(of: status, nil, state, status.outcome?.endReason, for: users))
        send(told, to: users)
    }

    /// A device that rang is out of the call.
    func ended(_ device: DeviceID, _ reason: DeviceReason, of status: RingStatus, for users: [UserID]) {
        // Whoever took the call is in it until the call ends.
        guard reason != .answered else { return }
        send([publication(of: status, device, Self.ended, reason.endReason, for: users)], to: users)
    }

    /// What the news of one device is called on the wire.
    static let deviceEventName = "ring_changed"

    /// Tells a device alone. It is the device's present state of the call: who listens from a version on, or has been away
    /// for too long, is given it then.
    ///
    /// - Parameter round: which ringing of the device by this call it is about; said from the second on.
    func tell(_ notice: DeviceNotice, of status: RingStatus, to device: DeviceID, round: RingRound) {
        let news = Self.news(notice)
        var data: JSONObject = [
            "call_session_id": .string("\(status.session)"), "device_id": .string(device.rawValue),
            "state": .string(news.state), "reason": news.reason.map { .string($0.rawValue) } ?? .null,
            "until": news.until.map { .integer(WallTime($0).milliseconds) } ?? .null,
            "timestamp": .integer(clock.now.components.seconds),
            "organization_id": .string(status.organization.rawValue), "provider": .string(status.parent.provider),
            "version": .integer(Int64(clamping: status.version)),
        ]
        data["round"] = round.told.map { .integer($0) }
        data["answered_by"] = news.isTaken ? book.taker(of: status, forDevice: device)?.json : nil
        publish([
            Publication(
                event: Self.deviceEventName, data: data.jsonText, channels: [ChannelName.ofDevice(device.rawValue)],
                key: "\(status.session)", isLast: news.isLast)
        ])
    }

    /// Whoever has won is in the call from then on, and hears of its end there.
    private static func news(
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
            "timestamp": .integer(clock.now.components.seconds),
            "organization_id": .string(status.organization.rawValue),
            "version": .integer(Int64(clamping: status.version)),
            "direction": .string(status.direction.rawValue),
        ]
        return Publication(
            event: CallFeed.eventName, data: data.jsonText,
            channels: users.map { ChannelName.ofUser($0.rawValue) }
                + [ChannelName.ofOrganization(status.organization.rawValue)],
            key: device.map { "\(status.session)/\($0.rawValue)" } ?? "\(status.session)", isLast: state == Self.ended)
    }

    /// A call for a number of nobody's is nobody's news.
    private func send(_ told: [Publication], to users: [UserID]) {
        if !users.isEmpty { publish(told) }
    }

    private func publish(_ told: [Publication]) {
        eventLoop.execute { [broadcast] in
            guard let application = broadcast.value.own else { return }
            for publication in told { application.handle(.publish(publication)) }
        }
    }
}
