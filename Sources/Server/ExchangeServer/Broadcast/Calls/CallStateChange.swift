internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import WireJSON

/// One change of a call, as dashboards and other devices are told.
struct CallStateChange {
    /// What a device is in, in the words of the wire.
    enum State: String {
        case planned
        case ringing
        case active
        case held
        /// It has lost its connection, and may come back.
        case detached
        case ended
    }

    private let session: CallSessionID
    private let version: UInt64
    private let device: DeviceID?
    private let state: State
    private let ending: Ending?
    private let users: [UserID]
    private let organization: String?

    /// What a record says of the devices it concerns: an answer makes the caller's active as well.
    static func changes(by record: JournalRecord, in status: CallStatus) -> [CallStateChange] {
        let (id, state, ending) = reading(of: record.change)
        func change(of leg: LegStatus?) -> CallStateChange {
            CallStateChange(record, in: status, device: leg?.device, state: state, ending: ending)
        }
        let leg = id.flatMap { id in status.legs.first { $0.id == id } }
        guard case .claimed = record.change, let caller = status.legs.first else { return [change(of: leg)] }
        return [change(of: caller), change(of: leg)]
    }

    private init(
        _ record: JournalRecord, in status: CallStatus, device: DeviceID?, state: State, ending: Ending?
    ) {
        session = record.session
        version = record.version
        organization = status.organization
        var users: [UserID] = []
        for leg in status.legs where !users.contains(leg.user) { users.append(leg.user) }
        self.users = users
        self.device = device
        self.state = state
        self.ending = ending
    }

    private static func reading(of change: JournalChange) -> (LegID?, State, Ending?) {
        switch change {
        case .created(let leg, _, _, _, _, _): (leg, .ringing, nil)
        case .legPlanned(let leg, _, _): (leg, .planned, nil)
        case .legRang(let leg): (leg, .ringing, nil)
        case .claimed(let leg, _): (leg, .active, nil)
        case .legHeld(let leg): (leg, .held, nil)
        case .legResumed(let leg), .legAttached(let leg): (leg, .active, nil)
        case .legDetached(let leg): (leg, .detached, nil)
        case .legOver(let leg, let ending): (leg, .ended, ending)
        case .merged: (nil, .ringing, nil)  // Its end follows.
        case .ended(let ending): (nil, .ended, ending)
        }
    }

    /// - Parameter timestamp: seconds since 1970.
    func publication(at timestamp: Int64) -> Publication {
        let key = device.map { "\(session)/\($0.rawValue)" } ?? "\(session)"
        let data: JSONObject = [
            "call_session_id": .string("\(session)"), "device_id": device.map { .string($0.rawValue) } ?? .null,
            "state": .string(state.rawValue), "reason": ending.map { .string($0.reason.rawValue) } ?? .null,
            "timestamp": .integer(timestamp), "organization_id": organization.map { .string($0) } ?? .null,
            "version": .integer(Int64(clamping: version)),
        ]
        var channels = users.map { ChannelName.ofUser($0.rawValue) }
        if let organization { channels.append(ChannelName.ofOrganization(organization)) }
        return Publication(
            event: CallFeed.eventName, data: data.jsonText, channels: channels, key: key, isLast: state == .ended)
    }
}
