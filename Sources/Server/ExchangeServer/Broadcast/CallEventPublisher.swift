internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import WireJSON

/// Publishes every change of a call between users to the parties concerned. ``RingEventPublisher`` publishes those of
/// calls to numbers under the same event's name.
///
/// A change that must be stored first is published once it is stored, and later changes wait for it, so that no
/// listener learns of an answer that a restarted exchange would not know. Isolation: the exchange's event loop.
final class CallEventPublisher {
    /// The event's name on the wire.
    static let eventName = "call_state_changed"

    private struct WaitingPublication {
        /// The number of the record that it waits for; 0: none.
        var barrier: UInt64
        var publication: Publication
    }

    private let application: BroadcastApplication
    private let clock: WallClock
    private var waiting: [WaitingPublication] = []

    init(application: BroadcastApplication, clock: WallClock) {
        self.application = application
        self.clock = clock
    }

    /// - Parameters:
    ///   - number: the record's number in the journal.
    ///   - status: the current state of the call.
    func note(_ record: JournalRecord, number: UInt64, status: CallStatus?) {
        guard let status else { return }
        let timestamp = clock.microseconds(at: record.time) / 1_000_000
        let barrier = record.isBarrier ? number : waiting.last?.barrier ?? 0
        for change in CallStateChange.changes(by: record, in: status) {
            let publication = change.publication(at: timestamp)
            if barrier > 0 {
                waiting.append(WaitingPublication(barrier: barrier, publication: publication))
            } else {
                application.handle(.publish(publication))
            }
        }
    }

    /// Publishes the changes up to a number, as the journal has stored all records up to it.
    func committed(upTo number: UInt64) {
        let free = waiting.prefix { $0.barrier <= number }.count
        guard free > 0 else { return }
        let ready = waiting[..<free]
        waiting.removeFirst(free)
        for one in ready { application.handle(.publish(one.publication)) }
    }
}

/// A change of a call in the form that dashboards and other devices receive.
struct CallStateChange {
    /// The state of a device on the wire.
    enum State: String {
        case planned
        case ringing
        case active
        case held
        /// The device lost its connection and may come back.
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

    /// The changes that a record causes for its devices: an answer also makes the caller's device active.
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
        case .claimed(let leg, _), .handedOver(let leg, _, _), .transferred(let leg, _, _, _): (leg, .active, nil)
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
            event: CallEventPublisher.eventName, data: data.jsonText, channels: channels, key: key,
            isLast: state == .ended)
    }
}
