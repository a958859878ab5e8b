internal import CallModel
internal import ExchangeStorage
internal import RingCore

/// Dials that wait for their turn, and where they stand in the outbox. A copy of what the store holds: gone with the
/// process and made again from there.
struct DialQueue {
    /// A dial that came too late to be worth it.
    struct Late {
        let command: RingCommandID
        let session: CallSessionID
    }

    private struct Place {
        let position: Int64
        let session: CallSessionID
    }

    /// The position of the newest dial that was added.
    private(set) var lastSeen: Int64 = 0
    private var budget = DialBudget()
    private var places: [RingCommandID: Place] = [:]
    /// Those that no account has to be asked for, in the order they were added.
    private var free: [(command: RingCommandID, position: Int64)] = []

    /// Adds a dial; false if so many wait that it is to be tried later.
    ///
    /// - Parameter counts: whether it counts against an account.
    mutating func add(_ item: OutboxItem, of session: RingSession, counts: Bool) -> Bool {
        guard case .command(let order, let command) = item.body, order.callsDevice, let leg = order.rungLeg else {
            return true
        }
        guard counts else {
            free.append((command, item.position))
            lastSeen = max(lastSeen, item.position)
            return true
        }
        var request = DialRequest(
            command, of: session.organization, deadline: session.dialsUntil, recency: Self.recency(of: leg, in: session)
        )
        request.isEmergency = session.outbound?.isEmergency ?? false
        guard budget.add(request) else { return false }
        places[command] = Place(position: item.position, session: item.session)
        lastSeen = max(lastSeen, item.position)
        return true
    }

    mutating func withdraw(_ command: RingCommandID) {
        if budget.withdraw(command) { places[command] = nil }
        free.removeAll { $0.command == command }
    }

    /// Positions of the dials to be made now, in order.
    mutating func take(at now: Duration) -> (dials: [Int64], expired: [Late]) {
        let turn = budget.take(at: now)
        let expired = turn.expired.compactMap { request in
            places.removeValue(forKey: request.command).map { Late(command: request.command, session: $0.session) }
        }
        let dials = free.map(\.position) + turn.dials.compactMap { places.removeValue(forKey: $0.command)?.position }
        free = []
        return (dials, expired)
    }

    /// The carrier says that there were too many.
    mutating func refused(for wait: Duration, at now: Duration) { budget.refused(for: wait, at: now) }

    /// Looks at everything in the store again.
    mutating func forget() {
        for command in places.keys { _ = budget.withdraw(command) }
        places = [:]
        free = []
        lastSeen = 0
    }

    /// Which of its user's devices it is; the one that was used last is 0.
    private static func recency(of leg: LegID, in session: RingSession) -> UInt8 {
        guard let device = session.legs.first(where: { $0.id == leg })?.device,
            let owner = session.devices.first(where: { $0.device == device })?.user
        else { return .max }
        let own = session.devices.filter { $0.user == owner }
        return UInt8(clamping: own.firstIndex { $0.device == device } ?? own.count)
    }
}
