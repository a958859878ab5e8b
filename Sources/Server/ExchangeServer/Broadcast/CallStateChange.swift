internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import RingCore
internal import WireJSON

/// A change of a call in the form that dashboards and other devices receive.
struct CallStateChange {
    /// The event's name on the wire.
    static let eventName = "call_state_changed"

    /// The state of a device, or of the call as a whole, on the wire.
    enum State: String {
        case planned
        case ringing
        /// A device took the call; the caller and the device are being joined.
        case claimed
        case active
        case held
        /// The device lost its connection and may come back.
        case detached
        case parked
        case voicemail
        case ended
    }

    private let session: CallSessionID
    private let version: UInt64
    /// nil: the change is one of the call as a whole.
    private let device: DeviceID?
    private let state: State
    private let reason: EndReason?
    private let users: [UserID]
    private let organization: String?
    /// Published of calls of the public network only.
    private let direction: CallDirection?

    /// - Parameter timestamp: seconds since 1970.
    func publication(at timestamp: Int64) -> Publication {
        var data: JSONObject = [
            "call_session_id": .string("\(session)"), "device_id": device.map { .string($0.rawValue) } ?? .null,
            "state": .string(state.rawValue), "reason": reason.map { .string($0.rawValue) } ?? .null,
            "timestamp": .integer(timestamp), "organization_id": organization.map { .string($0) } ?? .null,
            "version": .integer(Int64(clamping: version)),
        ]
        data["direction"] = direction.map { .string($0.rawValue) }
        var channels = users.map { ChannelName.ofUser($0.rawValue) }
        if let organization { channels.append(ChannelName.ofOrganization(organization)) }
        return Publication(
            event: Self.eventName, data: data.jsonText, channels: channels,
            key: device.map { "\(session)/\($0.rawValue)" } ?? "\(session)", isLast: state == .ended)
    }
}

// MARK: - Calls between users

extension CallStateChange {
    /// The changes that a record causes for its devices: an answer also makes the caller's device active.
    static func changes(by record: JournalRecord, in status: CallStatus) -> [CallStateChange] {
        let (id, state, ending) = reading(of: record.change)
        func change(of leg: LegStatus?) -> CallStateChange {
            CallStateChange(record, in: status, device: leg?.device, state: state, ending: ending)
        }
        let leg = id.flatMap { id in status.legs.first { $0.id == id } }
        // A caller without a connection has the call again when it comes back; the one of a transfer's ring never does.
        guard case .claimed = record.change, let caller = status.legs.first, caller.isConnected else {
            return [change(of: leg)]
        }
        return [change(of: caller), change(of: leg)]
    }

    private init(
        _ record: JournalRecord, in status: CallStatus, device: DeviceID?, state: State, ending: Ending?
    ) {
        var users: [UserID] = []
        for leg in status.legs where !users.contains(leg.user) { users.append(leg.user) }
        self.init(
            session: record.session, version: record.version, device: device, state: state, reason: ending?.reason,
            users: users, organization: status.organization, direction: nil)
    }

    private static func reading(of change: JournalChange) -> (LegID?, State, Ending?) {
        switch change {
        case .created(let leg, _, _, _, _, _): (leg, .ringing, nil)
        case .legPlanned(let leg, _, _): (leg, .planned, nil)
        case .legRang(let leg): (leg, .ringing, nil)
        case .claimed(let leg, _), .handedOver(let leg, _, _), .transferred(let leg, _, _, _): (leg, .active, nil)
        case .legHeld(let leg): (leg, .held, nil)
        case .legResumed(let leg), .legAttached(let leg): (leg, .active, nil)
        case .legDetached(let leg): (leg, .detached, nil)
        case .legOver(let leg, let ending): (leg, .ended, ending)
        case .merged: (nil, .ringing, nil)  // Its end follows.
        case .ended(let ending): (nil, .ended, ending)
        }
    }
}

// MARK: - Calls of the public network

extension CallStateChange {
    /// The state of the winner, if there is one, and that of the call, both with the call's version.
    ///
    /// - Parameter users: those who are told. An unassigned number has none, so its calls are not published.
    static func changes(of status: RingStatus, for users: [UserID]) -> [CallStateChange] {
        guard !users.isEmpty else { return [] }
        let reason = status.outcome?.endReason
        let isHeld = status.stage == .active && status.isHeldByCaller
        let ofCall = CallStateChange(status, nil, isHeld ? .held : State(status.stage), reason, for: users)
        guard let winner = status.winner, let state = stateOfWinner(status) else { return [ofCall] }
        return [CallStateChange(status, winner, state, reason, for: users), ofCall]
    }

    /// The change by which a device that rang is out of the call. The device that took the call is in it until the call
    /// ends, so it has none.
    static func changes(
        byEndOf device: DeviceID, _ reason: DeviceReason, in status: RingStatus, for users: [UserID]
    ) -> [CallStateChange] {
        guard reason != .answered, !users.isEmpty else { return [] }
        return [CallStateChange(status, device, .ended, reason.endReason, for: users)]
    }

    private init(
        _ status: RingStatus, _ device: DeviceID?, _ state: State, _ reason: EndReason?, for users: [UserID]
    ) {
        self.init(
            session: status.session, version: status.version, device: device, state: state, reason: reason,
            users: users, organization: status.organization.rawValue, direction: status.direction)
    }

    private static func stateOfWinner(_ status: RingStatus) -> State? {
        switch status.stage {
        case .claimed, .active: status.isHeldByWinner ? .held : .active
        case .ended: .ended
        case .ringing, .parked, .voicemail: nil
        }
    }
}

extension CallStateChange.State {
    fileprivate init(_ stage: RingStatus.Stage) {
        self =
            switch stage {
            case .ringing: .ringing
            case .claimed: .claimed
            case .active: .active
            case .parked: .parked
            case .voicemail: .voicemail
            case .ended: .ended
            }
    }
}
