internal import CallModel
internal import ExchangeStorage
internal import RingCore

/// The dials that wait for their turn, with their positions in the outbox. The store holds the original; the queue is
/// in memory only and is rebuilt from the store.
struct DialQueue {
    /// A dial whose deadline passed before its turn.
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
    private var budget = DialRateLimiter()
    private var places: [RingCommandID: Place] = [:]
    /// The dials that count against no account, in the order in which they were added.
    private var free: [(command: RingCommandID, position: Int64)] = []

    /// Adds a dial. Returns false if the queue is full and the dial has to be tried later.
    ///
    /// - Parameter counts: whether the dial counts against an account.
    mutating func add(_ item: OutboxItem, of session: RingSession, counts: Bool) -> Bool {
        guard case .command(let order, let command) = item.body, order.callsDevice, let leg = order.rungLeg else {
            return true
        }
        guard counts else {
            free.append((command, item.position))
            lastSeen = max(lastSeen, item.position)
            return true
        }
        var request = CarrierDial(
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

    /// Removes the dials that are to be made now and returns their outbox positions in order, with the dials that
    /// expired.
    mutating func next(at now: Duration) -> (dials: [Int64], expired: [Late]) {
        let turn = budget.next(at: now)
        let expired = turn.expired.compactMap { request in
            places.removeValue(forKey: request.command).map { Late(command: request.command, session: $0.session) }
        }
        let dials = free.map(\.position) + turn.dials.compactMap { places.removeValue(forKey: $0.command)?.position }
        free = []
        return (dials, expired)
    }

    /// The carrier refused a dial because there were too many.
    mutating func refused(for wait: Duration, at now: Duration) { budget.refused(for: wait, at: now) }

    /// Forgets all dials, so that they are read from the store again.
    mutating func forget() {
        for command in places.keys { _ = budget.withdraw(command) }
        places = [:]
        free = []
        lastSeen = 0
    }

    /// The rank of a leg's device among its user's devices by last use; 0 is the most recently used one.
    private static func recency(of leg: LegID, in session: RingSession) -> UInt8 {
        guard let device = session.legs.first(where: { $0.id == leg })?.device,
            let owner = session.devices.first(where: { $0.device == device })?.user
        else { return .max }
        let own = session.devices.filter { $0.user == owner }
        return UInt8(clamping: own.firstIndex { $0.device == device } ?? own.count)
    }
}
